// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"errors"
)

// bare verifies the signature alone, by crypto/*.
type bare struct {
	keys   []crypto.PublicKey
	verify func(key crypto.PublicKey, message, signature []byte) bool
	der    bool
}

var errAbsent = errors.New("crypto has no public package for it")

func openBare(algorithm string, keys []publishedKey) (verification, error) {
	opened := &bare{der: algorithm == "ES256" || algorithm == "ES384"}
	switch algorithm {
	case "RS256":
		opened.verify = func(key crypto.PublicKey, message, signature []byte) bool {
			digest := sha256.Sum256(message)
			return rsa.VerifyPKCS1v15(key.(*rsa.PublicKey), crypto.SHA256, digest[:], signature) == nil
		}
	case "RS384":
		opened.verify = func(key crypto.PublicKey, message, signature []byte) bool {
			digest := sha512.Sum384(message)
			return rsa.VerifyPKCS1v15(key.(*rsa.PublicKey), crypto.SHA384, digest[:], signature) == nil
		}
	case "PS256":
		options := &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash}
		opened.verify = func(key crypto.PublicKey, message, signature []byte) bool {
			digest := sha256.Sum256(message)
			return rsa.VerifyPSS(key.(*rsa.PublicKey), crypto.SHA256, digest[:], signature, options) == nil
		}
	case "ES256":
		opened.verify = func(key crypto.PublicKey, message, signature []byte) bool {
			digest := sha256.Sum256(message)
			return ecdsa.VerifyASN1(key.(*ecdsa.PublicKey), digest[:], signature)
		}
	case "ES384":
		opened.verify = func(key crypto.PublicKey, message, signature []byte) bool {
			digest := sha512.Sum384(message)
			return ecdsa.VerifyASN1(key.(*ecdsa.PublicKey), digest[:], signature)
		}
	case "Ed25519":
		opened.verify = func(key crypto.PublicKey, message, signature []byte) bool {
			return ed25519.Verify(key.(ed25519.PublicKey), message, signature)
		}
	default:
		return nil, errAbsent
	}
	for _, key := range keys {
		parsed, err := x509.ParsePKIXPublicKey(key.spki)
		if err != nil {
			return nil, err
		}
		opened.keys = append(opened.keys, parsed)
	}
	return opened, nil
}

// prepare converts R and S, which JWS concatenates, to DER, which the library reads.
func (b *bare) prepare(t *token) {
	t.form = t.signature
	if b.der {
		half := len(t.signature) / 2
		body := append(integer(t.signature[:half]), integer(t.signature[half:])...)
		t.form = append([]byte{0x30, byte(len(body))}, body...)
	}
}

// integer is the INTEGER in DER of a number of fewer than 127 octets.
func integer(number []byte) []byte {
	for len(number) > 1 && number[0] == 0 {
		number = number[1:]
	}
	if len(number) > 0 && number[0] >= 0x80 {
		number = append([]byte{0}, number...)
	}
	return append([]byte{0x02, byte(len(number))}, number...)
}

func (b *bare) accepts(t *token) bool {
	return b.verify(b.keys[t.key], t.signingInput, t.form)
}
