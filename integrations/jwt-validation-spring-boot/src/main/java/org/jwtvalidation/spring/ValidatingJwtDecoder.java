// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** A decoder of the tokens that a {@link TokenValidator} accepts. Immutable and thread-safe. */
public final class ValidatingJwtDecoder implements JwtDecoder {

  private final TokenValidator validator;
  private final FurtherChecks checks;
  private final @Nullable ProofOfPossession possession;

  /**
   * Creates a decoder.
   *
   * @param validator validates the tokens; the caller closes it
   */
  public ValidatingJwtDecoder(TokenValidator validator) {
    this(validator, List.of(), null);
  }

  /**
   * Creates a decoder with further checks of the application. Last of all, it checks proofs of
   * possession, in requests that pass a {@link ChallengeFilter}; elsewhere it rejects bound tokens,
   * and all tokens if proofs are required.
   *
   * @param validator validates the tokens; the caller closes it
   * @param checks see the tokens that the validator accepts, and reject some; one that throws an
   *     exception rejects the token
   * @param possession checks the proofs, as does the filter; null if nothing is checked
   */
  public ValidatingJwtDecoder(
      TokenValidator validator,
      Collection<OAuth2TokenValidator<Jwt>> checks,
      @Nullable ProofOfPossession possession) {
    this.validator = Objects.requireNonNull(validator, "validator");
    this.checks = new FurtherChecks(List.copyOf(checks));
    this.possession = possession;
  }

  /**
   * Validates a token.
   *
   * @param token the token in compact serialization, with nothing around it
   * @return header and claims of the token
   * @throws BadJwtException if the token is invalid; only the cause says why, a {@link
   *     TokenRejectedException} or what a further check has said, since the message reaches the
   *     client
   * @throws JwtException if the token cannot be decided, for lack of keys or because a replay store
   *     does not answer; the cause is an {@link UndecidedException}
   * @throws IllegalStateException if the validator is closed
   */
  @Override
  public ValidatedJwt decode(String token) {
    try {
      return possession == null
          ? checks.passed(ValidatedJwt.of(token, validator.validate(token)))
          : proved(token, possession);
    } catch (TokenRejectedException e) {
      throw Failures.of(e);
    } catch (UndecidedException e) {
      throw Failures.of(e);
    }
  }

  private ValidatedJwt proved(String text, ProofOfPossession proofs) {
    ProofExchange exchange = exchange();
    if (exchange == null && proofs.isRequired()) {
      throw Failures.withoutRequest();
    }
    Set<ConfirmationMethod> checked = exchange == null ? Set.of() : proofs.methods();
    AccessToken token = validator.tryValidate(text, checked).orElseThrow();
    ValidatedJwt passed = checks.passed(ValidatedJwt.of(text, token));
    if (exchange != null) {
      ProofAnswer answer = exchange.checkAndWait(proofs, token, text);
      if (!answer.isAccepted()) {
        throw Failures.of(answer);
      }
    }
    return exchange != null && exchange.isSentAsDpop() ? passed.proved() : passed;
  }

  /** That of the request of this thread, or null. */
  private static @Nullable ProofExchange exchange() {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    return request == null
        ? null
        : (ProofExchange) request.getAttribute(ProofExchange.NAME, RequestAttributes.SCOPE_REQUEST);
  }
}
