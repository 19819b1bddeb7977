/**
 * Keys and where they come from: JSON Web Keys (RFC 7517), their algorithms (RFC 7518, 8037, 9864,
 * 9964) and the sources of key sets.
 *
 * <p>{@link org.jwtvalidation.jwk.JwkSet} reads a JWK Set and keeps of it what is safe to verify
 * with; {@link org.jwtvalidation.jwk.VerificationKey} is one such key bound to its one algorithm;
 * {@link org.jwtvalidation.jwk.KeySource} is where a validator gets the set in force.
 */
@NullMarked
package org.jwtvalidation.jwk;

import org.jspecify.annotations.NullMarked;
