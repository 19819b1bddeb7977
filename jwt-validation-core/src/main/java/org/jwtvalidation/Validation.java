// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.internal.keys.Awaited;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.internal.rules.UntrustedClaims;
import org.jwtvalidation.internal.watch.Watch;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.token.ValidationStep;

/**
 * One validation of a token that is not in the cache: which step it is in, its monitors, what it
 * waits for, and what depends on the kind of token. Used by one thread at a time.
 *
 * @param <T> the type of token
 */
abstract class Validation<T> {

  /** The rest of the path of a token that has waited. */
  interface Rest<A extends @Nullable Object, T> {

    /** Follows the path to its end; null if the token waits again. */
    @Nullable T follow(A answer) throws RuleViolation;
  }

  private record Wait<A extends @Nullable Object, T>(
      CompactJws jws, Awaited<A> answer, Rest<A, T> rest) {

    private @Nullable T goOn() throws RuleViolation {
      return rest.follow(answer.await());
    }
  }

  private final TokenPipeline pipeline;
  private final String compact;
  private final long now;
  private final Watch watch;
  private ValidationStep step;
  private @Nullable Wait<?, T> wait;

  /**
   * A validation on its way.
   *
   * @param pipeline the path of the token
   * @param compact the token
   * @param step the step that it is in
   * @param now the one instant by which it goes, in milliseconds since 1970
   */
  Validation(TokenPipeline pipeline, String compact, ValidationStep step, long now, Watch watch) {
    this.pipeline = pipeline;
    this.compact = compact;
    this.step = step;
    this.now = now;
    this.watch = watch;
  }

  /** Checks the header, before anything is known of the signature. */
  abstract JoseHeader check(Map<String, @Nullable Object> header, IssuerRules rules)
      throws RuleViolation;

  /** Checks the claims, before anything is known of the signature. */
  abstract CheckedClaims check(JoseHeader header, UntrustedClaims claims, IssuerRules rules)
      throws RuleViolation;

  /** Makes the token of a JWS whose signature has been verified. */
  abstract T token(CheckedJws checked, SignatureVerifier verifier, VerifiedJws verified)
      throws RuleViolation;

  String compact() {
    return compact;
  }

  long now() {
    return now;
  }

  Watch watch() {
    return watch;
  }

  /** Ends the current step and begins {@code next}. */
  void begin(ValidationStep next) {
    watch.completed(step);
    step = next;
  }

  /** Ends the current step, which is the last. */
  void end() {
    watch.completed(step);
  }

  /** Leaves the rest until there is an answer: for a caller that waits, or one that returns. */
  <A extends @Nullable Object> @Nullable T waitFor(
      CompactJws jws, Awaited<A> answer, Rest<A, T> rest) {
    wait = new Wait<>(jws, answer, rest);
    return null;
  }

  /**
   * Validates the token for a caller that waits, on its own thread: checks, mappers and monitors
   * run where it called.
   */
  T await() {
    T token = goOn();
    while (token == null) {
      token = goOn();
    }
    return token;
  }

  /**
   * Validates the token for a caller that never waits: what comes after a wait runs on a thread of
   * the library.
   */
  CompletableFuture<T> later() {
    CompletableFuture<T> outcome = new CompletableFuture<>();
    proceed(outcome);
    return outcome;
  }

  private void proceed(CompletableFuture<T> outcome) {
    try {
      T token = goOn();
      while (token == null && waited().answer.isAtHand()) {
        token = goOn();
      }
      if (token == null) {
        waited().answer.whenOver(waited().jws.memoryWithText(), () -> proceed(outcome));
      } else {
        outcome.complete(token);
      }
    } catch (Throwable e) {
      outcome.completeExceptionally(e);
    }
  }

  /**
   * Goes on when there is an answer, for which this thread waits; null if the token waits again.
   */
  private @Nullable T goOn() {
    try {
      return wait == null ? pipeline.begin(this) : wait.goOn();
    } catch (RuleViolation e) {
      throw TokenPipeline.rejected(step, e);
    }
  }

  private Wait<?, T> waited() {
    return Objects.requireNonNull(wait);
  }
}
