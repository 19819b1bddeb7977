// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtException;

/** The exceptions of the validator in the terms of Spring Security. */
final class Failures {

  /** Spring Security would send it to the client, where no {@link ChallengeFilter} is in front. */
  private static final String REJECTED = "Invalid token";

  private static final String UNDECIDED = "No keys to validate the token with";

  private Failures() {}

  static BadJwtException of(TokenRejectedException rejected) {
    return new BadJwtException(REJECTED, rejected);
  }

  /** The answer of {@code ProofOfPossession} to a request that is not accepted. */
  static JwtException of(ProofAnswer refused) {
    if (refused.result() != ProofResult.UNDECIDED) {
      return new BadJwtException(REJECTED);
    }
    String message = "The proof of possession is undecided: " + refused.fault();
    return new JwtException(message, new UndecidedException(message, null, refused.retryAfter()));
  }

  /** Every token has to be bound, and nothing is known of the request that has sent it. */
  static BadJwtException withoutRequest() {
    return new BadJwtException(
        REJECTED, new IllegalStateException("no proof filter is in front of Spring Security"));
  }

  /** What a check of the application has said must not reach the client, either. */
  static BadJwtException ofCheck(RuntimeException failure) {
    return new BadJwtException(REJECTED, failure);
  }

  static JwtException of(UndecidedException unavailable) {
    return new JwtException(UNDECIDED, unavailable);
  }

  /** The same for what a future fails with; other failures stay as they are. */
  static Throwable of(Throwable failure) {
    if (failure instanceof TokenRejectedException rejected) {
      return of(rejected);
    }
    return failure instanceof UndecidedException unavailable ? of(unavailable) : failure;
  }
}
