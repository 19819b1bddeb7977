// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto"
	"crypto/x509"
	"errors"

	"github.com/golang-jwt/jwt/v5"
)

// typedClaims are the claims that the tokens have.
type typedClaims struct {
	jwt.RegisteredClaims
	ClientID string `json:"client_id"`
	Scope    string `json:"scope"`
	Data     string `json:"data"`
}

// whole validates by golang-jwt, which reads no JWK: keys are parsed from their SubjectPublicKeyInfo.
type whole struct {
	parser *jwt.Parser
	keys   jwt.Keyfunc
	typed  bool
	// The last claims, so that the compiler cannot leave them out.
	accepted *jwt.Token
}

func openWhole(input *inputFile, algorithm string, keys []publishedKey, typed bool) (verification, error) {
	if algorithm == "Ed25519" {
		// The only name that the library has for it.
		algorithm = "EdDSA"
	}
	if jwt.GetSigningMethod(algorithm) == nil {
		return nil, errors.New("golang-jwt does not have the algorithm")
	}
	found := map[string]crypto.PublicKey{}
	for _, key := range keys {
		parsed, err := x509.ParsePKIXPublicKey(key.spki)
		if err != nil {
			return nil, err
		}
		found[key.id] = parsed
	}
	byKeyID := func(t *jwt.Token) (any, error) {
		id, _ := t.Header["kid"].(string)
		key, known := found[id]
		if !known {
			return nil, errors.New("unknown key")
		}
		return key, nil
	}
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{algorithm}),
		jwt.WithIssuer(input.issuer),
		jwt.WithAudience(input.audience),
		jwt.WithExpirationRequired())
	return &whole{parser: parser, keys: byKeyID, typed: typed}, nil
}

func (w *whole) prepare(*token) {}

func (w *whole) accepts(t *token) bool {
	var claims jwt.Claims = jwt.MapClaims{}
	if w.typed {
		claims = &typedClaims{}
	}
	// A new copy, as in a request.
	validated, err := w.parser.ParseWithClaims(string(t.compact), claims, w.keys)
	w.accepted = validated
	return err == nil && validated.Valid
}
