// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
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
  private final @Nullable ProofOfPossession possession;

  /**
   * Creates a decoder.
   *
   * @param validator validates the tokens; the caller closes it
   */
  public ValidatingReactiveJwtDecoder(TokenValidator validator) {
    this(validator, List.of(), null);
  }

  /**
   * Creates a decoder with further checks of the application. Last of all, it checks proofs of
   * possession, in requests that pass a {@link ChallengeWebFilter}; elsewhere it rejects bound
   * tokens, and all tokens if proofs are required.
   *
   * @param validator validates the tokens; the caller closes it
   * @param checks see the tokens that the validator accepts, and reject some, without blocking; one
   *     that throws an exception rejects the token
   * @param possession checks the proofs, as does the filter; null if nothing is checked
   */
  public ValidatingReactiveJwtDecoder(
      TokenValidator validator,
      Collection<OAuth2TokenValidator<Jwt>> checks,
      @Nullable ProofOfPossession possession) {
    this.validator = Objects.requireNonNull(validator, "validator");
    this.checks = new FurtherChecks(List.copyOf(checks));
    this.possession = possession;
  }

  /**
   * Validates a token for each subscriber, at once on its thread unless keys have to be fetched or
   * a replay store is asked. In that case the result comes on a thread of {@link
   * Schedulers#parallel()}.
   *
   * @param token the token in compact serialization, with nothing around it
   * @return header and claims of the token, a {@link ValidatedJwt}. Fails with a {@link
   *     BadJwtException} if the token is invalid; only the cause says why, a {@link
   *     TokenRejectedException} or what a further check has said. Fails with another {@link
   *     JwtException} if the token cannot be decided, for lack of keys or because a replay store
   *     does not answer; the cause is an {@link UndecidedException}
   */
  @Override
  public Mono<Jwt> decode(String token) {
    Mono<ValidatedJwt> decoded =
        possession == null
            ? Mono.defer(() -> outcome(validator.tryValidateAsync(token)))
                .map(result -> checks.passed(ValidatedJwt.of(token, result.orElseThrow())))
            : Mono.deferContextual(context ->
                proved(token, possession, context.getOrDefault(ProofExchange.NAME, null)));
    return decoded.<Jwt>map(jwt -> jwt).onErrorMap(Failures::of);
  }

  private Mono<ValidatedJwt> proved(
      String text, ProofOfPossession proofs, @Nullable ProofExchange exchange) {
    if (exchange == null && proofs.isRequired()) {
      return Mono.error(Failures.withoutRequest());
    }
    Set<ConfirmationMethod> checked = exchange == null ? Set.of() : proofs.methods();
    Mono<ValidatedJwt> passed =
        outcome(validator.tryValidateAsync(text, checked))
            .map(result -> checks.passed(ValidatedJwt.of(text, result.orElseThrow())));
    return exchange == null ? passed : passed.flatMap(jwt -> proved(jwt, proofs, exchange));
  }

  private static Mono<ValidatedJwt> proved(
      ValidatedJwt jwt, ProofOfPossession proofs, ProofExchange exchange) {
    return outcome(exchange.check(proofs, jwt.accessToken(), jwt.getTokenValue()))
        .flatMap(answer ->
            answer.isAccepted()
                ? Mono.just(exchange.isSentAsDpop() ? jwt.proved() : jwt)
                : Mono.error(Failures.of(answer)));
  }

  private static <T> Mono<T> outcome(CompletableFuture<T> future) {
    // Before it is subscribed to: what follows must not run on one of the few threads of the
    // library.
    boolean isAtHand = future.isDone();
    Mono<T> later = Mono.fromFuture(future, true);
    return isAtHand ? later : later.publishOn(Schedulers.parallel());
  }
}
