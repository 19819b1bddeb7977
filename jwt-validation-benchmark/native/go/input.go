// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// An inputFile is the file that every program reads.
type inputFile struct {
	issuer, audience string
	clock            int64
	sets             []*tokenSet
}

// A tokenSet has the keys and tokens of one regime and algorithm.
type tokenSet struct {
	regime, algorithm string
	keys              []publishedKey
	tokens            []token
}

type publishedKey struct {
	id   string
	spki []byte
}

type token struct {
	kind         string
	key          int
	compact      []byte
	signingInput []byte
	signature    []byte
	// The signature in the form that the bare library reads; set when a measurement is opened.
	form []byte
}

func (t *token) isGood() bool {
	return t.kind == "good"
}

func (s *tokenSet) good() []token {
	var good []token
	for _, one := range s.tokens {
		if one.isGood() {
			good = append(good, one)
		}
	}
	return good
}

func readInput(path string) (*inputFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	input := &inputFile{}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for number, line := range lines {
		var wrong bool
		switch number {
		case 0:
			wrong = line != "jwt-validation-native 1"
		case len(lines) - 1:
			wrong = line != "end"
		default:
			wrong = !input.read(strings.Split(line, " "))
		}
		if wrong {
			return nil, fmt.Errorf("line %d: unexpected", number+1)
		}
	}
	return input, nil
}

func (f *inputFile) read(words []string) bool {
	var current *tokenSet
	if len(f.sets) > 0 {
		current = f.sets[len(f.sets)-1]
	}
	switch {
	case words[0] == "issuer" && len(words) == 2:
		f.issuer = words[1]
	case words[0] == "audience" && len(words) == 2:
		f.audience = words[1]
	case words[0] == "clock" && len(words) == 2:
		seconds, err := strconv.ParseInt(words[1], 10, 64)
		f.clock = seconds
		return err == nil
	case words[0] == "set" && len(words) == 3:
		f.sets = append(f.sets, &tokenSet{regime: words[1], algorithm: words[2]})
	case words[0] == "key" && len(words) == 4 && current != nil:
		spki, err := base64.RawURLEncoding.DecodeString(words[2])
		current.keys = append(current.keys, publishedKey{words[1], spki})
		return err == nil
	case words[0] == "token" && len(words) == 4 && current != nil:
		return current.add(words[1], words[2], words[3])
	default:
		return false
	}
	return true
}

func (s *tokenSet) add(kind, keyID, compact string) bool {
	dot := strings.LastIndexByte(compact, '.')
	signature, err := base64.RawURLEncoding.DecodeString(compact[dot+1:])
	if dot < 0 || err != nil {
		return false
	}
	for number, key := range s.keys {
		if key.id == keyID {
			s.tokens = append(s.tokens, token{
				kind:         kind,
				key:          number,
				compact:      []byte(compact),
				signingInput: []byte(compact[:dot]),
				signature:    signature,
			})
			return true
		}
	}
	return false
}
