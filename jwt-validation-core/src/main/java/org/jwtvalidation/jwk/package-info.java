// SPDX-License-Identifier: Apache-2.0
/**
 * JSON Web Keys (RFC 7517), their algorithms (RFC 7518, 8037, 9864, 9964), and the verification of
 * their signatures.
 *
 * <p>A {@link org.jwtvalidation.jwk.JwkSet} has those keys of a JWK Set that are safe to use. A
 * {@link org.jwtvalidation.jwk.VerificationKey} is one key, bound to one algorithm. A {@link
 * org.jwtvalidation.jwk.SignaturePolicy} decides what verifies its signatures.
 */
@NullMarked
package org.jwtvalidation.jwk;

import org.jspecify.annotations.NullMarked;
