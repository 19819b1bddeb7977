// SPDX-License-Identifier: Apache-2.0

// The program reads commands and prints one answer to each, like the programs in other languages; README.adoc lists them.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// usable is how long a file is used, in seconds: less than its tokens are valid.
const usable = 39_600

var errUnknown = errors.New("unknown command or measurement")

type program struct {
	input  *inputFile
	opened map[string]*measurement
	used   bool
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: native-go <input file>")
		os.Exit(2)
	}
	input, err := readInput(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	p := &program{input: input, opened: map[string]*measurement{}}
	for commands := bufio.NewScanner(os.Stdin); commands.Scan() && commands.Text() != "quit"; {
		if commands.Text() == "list" {
			fmt.Println(p.list())
			continue
		}
		answer, err := p.answer(strings.Split(commands.Text(), " "))
		if err != nil {
			answer = "failed: " + err.Error()
		}
		fmt.Println(answer)
	}
}

func (p *program) answer(words []string) (string, error) {
	if words[0] == "draw" && len(words) == 4 {
		return draw(words[1:])
	}
	if len(words) < 5 {
		return "", errUnknown
	}
	age := time.Now().Unix() - p.input.clock
	if age < 0 || age > usable {
		return "", errors.New("the input file is too old, or the clock is wrong")
	}
	m, err := p.measurement(words[1:5])
	if err != nil {
		return "", err
	}
	numbers, err := parsed(words[5:])
	if err != nil {
		return "", err
	}
	isFirst := !p.used
	p.used = true
	switch fmt.Sprint(words[0], len(numbers)) {
	case "check0":
		return m.check()
	case "cold0":
		return m.cold()
	case "first1":
		if !isFirst {
			return "", errors.New("not the first command of this process")
		}
		return m.first(int(numbers[0]))
	case "slot2":
		return m.slot(int64(numbers[0]), numbers[1]), nil
	case "memory0":
		return m.memory()
	}
	return "", errUnknown
}

// draw shows that the sequence is that of the other programs.
func draw(words []string) (string, error) {
	numbers, err := parsed(words)
	if err != nil || numbers[0] == 0 {
		return "", errUnknown
	}
	drawn := sequence(numbers[1])
	var answer strings.Builder
	answer.WriteString("draw")
	for range numbers[2] {
		fmt.Fprintf(&answer, " %d", drawn.next(int(numbers[0])))
	}
	return answer.String(), nil
}

func parsed(words []string) ([]uint64, error) {
	var numbers []uint64
	for _, word := range words {
		number, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return nil, errUnknown
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

func (p *program) measurement(name []string) (*measurement, error) {
	joined := strings.Join(name, " ")
	if known, found := p.opened[joined]; found {
		return known, nil
	}
	for _, set := range p.input.sets {
		for _, library := range libraries {
			if set.regime == name[0] && set.algorithm == name[1] && library.form == name[2] && library.name == name[3] {
				opened, err := openMeasurement(library, p.input, set)
				if err == nil {
					p.opened[joined] = opened
				}
				return opened, err
			}
		}
	}
	return nil, errUnknown
}

func (p *program) list() string {
	lines := []string{"program go", "links go " + runtime.Version()}
	flags := "flags"
	if info, found := debug.ReadBuildInfo(); found {
		for _, module := range info.Deps {
			lines = append(lines, "links "+module.Path+" "+module.Version)
		}
		for _, setting := range info.Settings {
			flags += " " + setting.Key + "=" + setting.Value
		}
	}
	lines = append(lines, flags)
	for _, set := range p.input.sets {
		for _, library := range libraries {
			name := strings.Join([]string{set.regime, set.algorithm, library.form, library.name}, " ")
			line := "has " + name
			if _, err := library.open(p.input, set.algorithm, set.keys[:1]); err != nil {
				line = "absent " + name + " " + err.Error()
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(append(lines, "end"), "\n")
}
