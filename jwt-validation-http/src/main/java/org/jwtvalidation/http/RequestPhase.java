// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

/**
 * The phases of a request, in their order. Each begins where the previous one ends, so their times
 * add up to the time of the whole. A later version may add constants.
 */
public enum RequestPhase {
  /** Reads the header fields {@code Authorization}. */
  HEADER_EXTRACTION,
  /** Finds the token in the field. */
  TOKEN_EXTRACTION,
  /**
   * Validates the token: {@link org.jwtvalidation.token.ValidationStep#COMPLETE_VALIDATION}, whose
   * steps a {@link org.jwtvalidation.monitor.TokenValidatorMonitor} sees.
   */
  TOKEN_VALIDATION,
  /**
   * Checks that the sender possesses the key to which the token is bound, and waits for the replay
   * store. Skipped without a {@linkplain BearerAuthenticator.Builder#proofOfPossession proof of
   * possession}.
   */
  PROOF_CHECK,
  /** Compares the token with the {@link AccessRule}, or waits for the refusal of a framework. */
  AUTHORIZATION_CHECK,
  /** All phases together. Monitors derive it; it is never reported as completed. */
  REQUEST_PROCESSING
}
