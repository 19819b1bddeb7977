// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// batch is the number of operations from one reading of the clock to the next.
const batch = 16

// A verification has the keys of a set, prepared by one library.
type verification interface {
	// prepare converts the signature of a token, outside of what is timed.
	prepare(t *token)
	accepts(t *token) bool
}

// A library is what this program can measure with each set.
type library struct{ form, name string }

var libraries = []library{{"bare", "go"}, {"whole", "golang-jwt"}, {"whole", "golang-jwt-typed"}}

func (l library) open(input *inputFile, algorithm string, keys []publishedKey) (verification, error) {
	if l.form == "bare" {
		return openBare(algorithm, keys)
	}
	return openWhole(input, algorithm, keys, strings.HasSuffix(l.name, "-typed"))
}

// A measurement is one library with one set; its methods answer the commands.
type measurement struct {
	library      library
	input        *inputFile
	set          *tokenSet
	good         []token
	verification verification
}

func openMeasurement(library library, input *inputFile, set *tokenSet) (*measurement, error) {
	opened, err := library.open(input, set.algorithm, set.keys)
	if err != nil {
		return nil, err
	}
	good := set.good()
	for i := range good {
		opened.prepare(&good[i])
	}
	return &measurement{library, input, set, good, opened}, nil
}

func (m *measurement) check() (string, error) {
	accepted, refused := 0, 0
	for _, one := range m.set.tokens {
		bySignature := one.isGood() || one.kind == "bad-signature" || one.kind == "bad-payload"
		if m.library.form == "bare" && !bySignature {
			continue
		}
		m.verification.prepare(&one)
		switch answer := m.verification.accepts(&one); {
		case answer && !one.isGood():
			return "", fmt.Errorf("a token that is %s is accepted", one.kind)
		case !answer && one.isGood():
			return "", errors.New("a token that is good is refused")
		case answer:
			accepted++
		default:
			refused++
		}
	}
	return fmt.Sprintf("ok accepted=%d refused=%d", accepted, refused), nil
}

// cold tells how long the first verification of each key takes, parsing included.
func (m *measurement) cold() (string, error) {
	var answer strings.Builder
	answer.WriteString("cold")
	for number, key := range m.set.keys {
		for _, one := range m.good {
			if one.key != number {
				continue
			}
			one.key = 0
			begin := time.Now()
			opened, err := m.library.open(m.input, m.set.algorithm, []publishedKey{key})
			accepted := err == nil && opened.accepts(&one)
			nanos := time.Since(begin).Nanoseconds()
			if !accepted {
				return "", errors.New(key.id + " refuses its token")
			}
			fmt.Fprintf(&answer, " %d", nanos)
			break
		}
	}
	return answer.String(), nil
}

// first tells how long each of the first verifications of this process takes.
func (m *measurement) first(count int) (string, error) {
	nanos := make([]int64, count)
	draw := sequence(0)
	for i := range nanos {
		one := &m.good[draw.next(len(m.good))]
		begin := time.Now()
		accepted := m.verification.accepts(one)
		nanos[i] = time.Since(begin).Nanoseconds()
		if !accepted {
			return "", errors.New("a good token is refused")
		}
	}
	return "first " + strings.Trim(fmt.Sprint(nanos), "[]"), nil
}

func (m *measurement) slot(milliseconds int64, seed uint64) string {
	least := time.Duration(milliseconds) * time.Millisecond
	draw := sequence(seed)
	operations, accepted := 0, 0
	processor := processorTime()
	begin := time.Now()
	var elapsed time.Duration
	for operations == 0 || elapsed < least {
		for range batch {
			if m.verification.accepts(&m.good[draw.next(len(m.good))]) {
				accepted++
			}
		}
		operations += batch
		elapsed = time.Since(begin)
	}
	return fmt.Sprintf("slot operations=%d nanos=%d accepted=%d cpu=%d",
		operations, elapsed.Nanoseconds(), accepted, processorTime()-processor)
}

// memory tells how many octets are kept for each key that is in use.
func (m *measurement) memory() (string, error) {
	before := inUse()
	fresh, err := m.library.open(m.input, m.set.algorithm, m.set.keys)
	if err != nil {
		return "", err
	}
	for i := range m.good {
		fresh.accepts(&m.good[i])
	}
	after := inUse()
	runtime.KeepAlive(fresh)
	return fmt.Sprintf("memory octets=%d", max(0, after-before)/int64(len(m.set.keys))), nil
}

func inUse() int64 {
	// Twice, because the first collection leaves what has a finalizer.
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// processorTime is that of the whole process, the collector included.
func processorTime() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// A sequence is SplitMix64; the same numbers in every language.
type sequence uint64

func (s *sequence) next(bound int) int {
	*s += 0x9E3779B97F4A7C15
	mixed := uint64(*s)
	mixed = (mixed ^ mixed>>30) * 0xBF58476D1CE4E5B9
	mixed = (mixed ^ mixed>>27) * 0x94D049BB133111EB
	mixed ^= mixed >> 31
	return int((mixed >> 33) % uint64(bound))
}
