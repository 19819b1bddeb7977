package org.jwtvalidation.spring;

import java.util.Objects;
import org.jwtvalidation.KeysUnavailableException;
import org.jwtvalidation.TokenRejectedException;
import org.jwtvalidation.TokenValidator;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/** A decoder of the tokens that a {@link TokenValidator} accepts. Immutable and thread-safe. */
public final class ValidatingJwtDecoder implements JwtDecoder {

  private final TokenValidator validator;

  /**
   * Creates a decoder.
   *
   * @param validator validates the tokens; the caller closes it
   */
  public ValidatingJwtDecoder(TokenValidator validator) {
    this.validator = Objects.requireNonNull(validator, "validator");
  }

  /**
   * Validates a token.
   *
   * @param token the token in compact serialization, with nothing around it
   * @return header and claims of the token
   * @throws BadJwtException if the token is invalid; only the cause, a {@link
   *     TokenRejectedException}, says why, since the message reaches the client
   * @throws JwtException if there are no keys to decide with; the cause is the {@link
   *     KeysUnavailableException}
   * @throws IllegalStateException if the validator is closed
   */
  @Override
  public ValidatedJwt decode(String token) {
    try {
      return ValidatedJwt.of(token, validator.validate(token));
    } catch (TokenRejectedException e) {
      throw Failures.of(e);
    } catch (KeysUnavailableException e) {
      throw Failures.of(e);
    }
  }
}
