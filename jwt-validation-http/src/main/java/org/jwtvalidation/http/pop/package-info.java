/**
 * Proof of possession: tokens that only the client with the right key can use.
 *
 * <p>A {@link org.jwtvalidation.http.pop.ReplayStore} remembers which proofs were used, so that
 * each is accepted once (RFC 9449 section 11.1).
 */
@NullMarked
package org.jwtvalidation.http.pop;

import org.jspecify.annotations.NullMarked;
