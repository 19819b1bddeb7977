/**
 * What keys are: JSON Web Keys (RFC 7517), their algorithms (RFC 7518, 8037, 9864, 9964) and how
 * their signatures are verified.
 *
 * <p>{@link org.jwtvalidation.jwk.JwkSet} reads a JWK Set and keeps the keys that are safe to
 * verify with; a {@link org.jwtvalidation.jwk.VerificationKey} is one such key bound to its one
 * algorithm; a {@link org.jwtvalidation.jwk.SignaturePolicy} decides what verifies its signatures.
 */
@NullMarked
package org.jwtvalidation.jwk;

import org.jspecify.annotations.NullMarked;
