// SPDX-License-Identifier: Apache-2.0
/**
 * Proof of possession: tokens that only the client with the right key can use.
 *
 * <pre>{@code
 * ProofOfPossession possession =
 *     ProofOfPossession.builder().dpop(URI.create("https://api.example")).required().build();
 * BearerAuthenticator bearer =
 *     BearerAuthenticator.builder(validator).proofOfPossession(possession).build();
 * }</pre>
 *
 * <p>{@link org.jwtvalidation.http.pop.ProofOfPossession} checks DPoP proofs (RFC 9449) and client
 * certificates (RFC 8705). {@link org.jwtvalidation.http.pop.DpopNonces} are nonces that need no
 * memory. A {@link org.jwtvalidation.http.pop.ReplayStore} remembers which proofs were used, so
 * that each is accepted once (RFC 9449 section 11.1).
 */
@NullMarked
package org.jwtvalidation.http.pop;

import org.jspecify.annotations.NullMarked;
