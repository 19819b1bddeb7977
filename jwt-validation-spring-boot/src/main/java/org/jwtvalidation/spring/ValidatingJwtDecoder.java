package org.jwtvalidation.spring;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jwtvalidation.KeysUnavailableException;
import org.jwtvalidation.TokenRejectedException;
import org.jwtvalidation.TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/** A decoder of the tokens that a {@link TokenValidator} accepts. Immutable and thread-safe. */
public final class ValidatingJwtDecoder implements JwtDecoder {

  private final TokenValidator validator;
  private final FurtherChecks checks;

  /**
   * Creates a decoder.
   *
   * @param validator validates the tokens; the caller closes it
   */
  public ValidatingJwtDecoder(TokenValidator validator) {
    this(validator, List.of());
  }

  /**
   * Creates a decoder with further checks of the application.
   *
   * @param validator validates the tokens; the caller closes it
   * @param checks see the tokens that the validator accepts, and reject some; one that throws an
   *     exception rejects the token
   */
  public ValidatingJwtDecoder(
      TokenValidator validator, Collection<OAuth2TokenValidator<Jwt>> checks) {
    this.validator = Objects.requireNonNull(validator, "validator");
    this.checks = new FurtherChecks(List.copyOf(checks));
  }

  /**
   * Validates a token.
   *
   * @param token the token in compact serialization, with nothing around it
   * @return header and claims of the token
   * @throws BadJwtException if the token is invalid; only the cause says why, a {@link
   *     TokenRejectedException} or what a further check has said, since the message reaches the
   *     client
   * @throws JwtException if there are no keys to decide with; the cause is the {@link
   *     KeysUnavailableException}
   * @throws IllegalStateException if the validator is closed
   */
  @Override
  public ValidatedJwt decode(String token) {
    try {
      return checks.passed(ValidatedJwt.of(token, validator.validate(token)));
    } catch (TokenRejectedException e) {
      throw Failures.of(e);
    } catch (KeysUnavailableException e) {
      throw Failures.of(e);
    }
  }
}
