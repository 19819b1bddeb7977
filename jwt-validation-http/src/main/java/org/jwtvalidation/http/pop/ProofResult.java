// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

/**
 * The outcome of the proof of possession of a valid token. The names of the constants are stable:
 * dashboards and alerts may rely on them. A later version may add constants.
 */
public enum ProofResult {
  /** The sender possesses every key to which the token is bound. */
  ACCEPTED,
  /** The token is bound to no key, and needs none. */
  NOT_NEEDED,
  /**
   * The token is bound to no key, although one is required, or although the request has a DPoP
   * proof or the scheme {@code DPoP}.
   */
  UNBOUND,
  /**
   * The token is bound to a key, and the request has no proof: no header field {@code DPoP}, the
   * scheme {@code Bearer} for a token that needs {@code DPoP} (RFC 9449 section 7.2), or no client
   * certificate.
   */
  MISSING,
  /**
   * The proof is signed with a different key or certificate than the one to which the token is
   * bound.
   */
  OTHER_KEY,
  /** The proof breaks another rule (RFC 9449 section 4.3). */
  INVALID,
  /** Everything else is right, but the proof lacks a nonce that is accepted now. */
  NONCE_NEEDED,
  /** The proof was used before. */
  REPLAYED,
  /** The client has used more proofs than are remembered for one client. */
  TOO_MANY,
  /**
   * The replay store cannot tell whether the proof was used before, or the provider that verifies
   * its signature fails.
   */
  UNDECIDED
}
