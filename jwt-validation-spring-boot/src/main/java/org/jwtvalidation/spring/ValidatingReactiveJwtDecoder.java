package org.jwtvalidation.spring;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.KeysUnavailableException;
import org.jwtvalidation.TokenRejectedException;
import org.jwtvalidation.TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A decoder of the tokens that a {@link TokenValidator} accepts, which never blocks. Immutable and
 * thread-safe.
 */
public final class ValidatingReactiveJwtDecoder implements ReactiveJwtDecoder {

  private final TokenValidator validator;
  private final FurtherChecks checks;

  /**
   * Creates a decoder.
   *
   * @param validator validates the tokens; the caller closes it
   */
  public ValidatingReactiveJwtDecoder(TokenValidator validator) {
    this(validator, List.of());
  }

  /**
   * Creates a decoder with further checks of the application.
   *
   * @param validator validates the tokens; the caller closes it
   * @param checks see the tokens that the validator accepts, and reject some, without blocking; one
   *     that throws an exception rejects the token
   */
  public ValidatingReactiveJwtDecoder(
      TokenValidator validator, Collection<OAuth2TokenValidator<Jwt>> checks) {
    this.validator = Objects.requireNonNull(validator, "validator");
    this.checks = new FurtherChecks(List.copyOf(checks));
  }

  /**
   * Validates a token for each subscriber, at once on its thread unless keys have to be fetched. In
   * that case the result comes on a thread of {@link Schedulers#parallel()}.
   *
   * @param token the token in compact serialization, with nothing around it
   * @return header and claims of the token, a {@link ValidatedJwt}. Fails with a {@link
   *     BadJwtException} if the token is invalid; only the cause says why, a {@link
   *     TokenRejectedException} or what a further check has said. Fails with another {@link
   *     JwtException} if there are no keys to decide with; the cause is the {@link
   *     KeysUnavailableException}
   */
  @Override
  public Mono<Jwt> decode(String token) {
    return Mono.defer(() -> validated(token))
        .<Jwt>map(validated -> checks.passed(ValidatedJwt.of(token, validated)))
        .onErrorMap(Failures::of);
  }

  private Mono<AccessToken> validated(String token) {
    CompletableFuture<AccessToken> validation = validator.validateAsync(token);
    // Before it is subscribed to: what follows must not run on one of the few threads of the
    // library.
    boolean isAtHand = validation.isDone();
    Mono<AccessToken> outcome = Mono.fromFuture(validation, true);
    return isAtHand ? outcome : outcome.publishOn(Schedulers.parallel());
  }
}
