package org.jwtvalidation.spring;

import org.jwtvalidation.KeysUnavailableException;
import org.jwtvalidation.TokenRejectedException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtException;

/** The exceptions of the validator in the terms of Spring Security. */
final class Failures {

  /** Spring Security sends it to the client, as {@code error_description}. */
  private static final String REJECTED = "Invalid token";

  private static final String UNDECIDED = "No keys to validate the token with";

  private Failures() {}

  static BadJwtException of(TokenRejectedException rejected) {
    return new BadJwtException(REJECTED, rejected);
  }

  /** What a check of the application has said must not reach the client, either. */
  static BadJwtException ofCheck(RuntimeException failure) {
    return new BadJwtException(REJECTED, failure);
  }

  static JwtException of(KeysUnavailableException unavailable) {
    return new JwtException(UNDECIDED, unavailable);
  }

  /** The same for what a future fails with; other failures stay as they are. */
  static Throwable of(Throwable failure) {
    if (failure instanceof TokenRejectedException rejected) {
      return of(rejected);
    }
    return failure instanceof KeysUnavailableException unavailable ? of(unavailable) : failure;
  }
}
