// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ProofOfPossession} says about a request. Immutable and thread-safe; without text of
 * the proof.
 *
 * @param result the outcome of the proof
 * @param fault the claim, header parameter or field at fault, or null if there is none
 * @param nonce the value of the header field {@code DPoP-Nonce} for the response, or null if none
 *     is needed (RFC 9449 section 8.2)
 * @param retryAfter if undecided, when to try again, or null if that is not known
 */
public record ProofAnswer(
    ProofResult result,
    @Nullable String fault,
    @Nullable String nonce,
    @Nullable Duration retryAfter) {

  static ProofAnswer of(ProofResult result) {
    return new ProofAnswer(result, null, null, null);
  }

  static ProofAnswer refused(ProofResult result, @Nullable String fault) {
    return new ProofAnswer(result, fault, null, null);
  }

  /** {@return whether the token may be used} */
  public boolean isAccepted() {
    return result == ProofResult.ACCEPTED || result == ProofResult.NOT_NEEDED;
  }
}
