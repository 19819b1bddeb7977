// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;
import java.util.function.BiFunction;
import org.jwtvalidation.internal.training.Exercise;
import org.jwtvalidation.internal.training.TrainingMonitor;
import org.jwtvalidation.internal.training.TrainingTokens;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenRejectedException;

/**
 * Validates training tokens until the JVM has compiled what validates tokens. Used by one thread.
 */
final class ValidationTraining implements Exercise {

  /** The validations of a turn by each of the two validators. */
  private static final int TURN = 1_000;

  /**
   * The turns of the steps alone. HotSpot has to see a method some 20,000 times until C2 has
   * compiled it.
   */
  private static final int TURNS_OF_STEPS = 12;

  /** The turns of each method that users call. */
  private static final int TURNS_OF_METHODS = 4;

  /**
   * The turn in which each validator sees its last token, and with it a header, for the first time.
   */
  private static final int TURN_OF_NEW_HEADER = 4;

  private final TrainingTokens tokens;
  private final SignaturePolicy policy;
  private final long end;

  // Services trust several issuers or one, which other code finds for a token.
  private final TokenValidator several;
  private final TokenValidator one;

  /**
   * A training that has not begun.
   *
   * @param policy what verifies signatures
   * @param end when to stop, by {@link System#nanoTime}
   */
  ValidationTraining(TrainingTokens tokens, SignaturePolicy policy, long end) {
    this.tokens = tokens;
    this.policy = policy;
    this.end = end;
    this.several = validator(TrainingTokens.ISSUERS).build();
    this.one =
        validator(TrainingTokens.ISSUERS.subList(0, 1)).monitor(new TrainingMonitor()).build();
  }

  /**
   * Trains the steps without the methods that users call. C2 compiles a method together with those
   * that it calls, unless they are compiled already and large. So it would compile all steps again
   * for each of the methods around them.
   */
  @Override
  public boolean ofSteps() {
    boolean accepted = true;
    for (int turn = 0; accepted && turn < TURNS_OF_STEPS; turn++) {
      // What happens with a new header alone is compiled if it happens while HotSpot counts.
      int heldBack = turn < TURN_OF_NEW_HEADER ? 1 : 0;
      accepted = accept(TokenValidator::validateBySteps, heldBack);
    }
    return accepted;
  }

  @Override
  public boolean ofMethods() {
    boolean accepted = true;
    for (int turn = 0; accepted && turn < TURNS_OF_METHODS; turn++) {
      accepted =
          accept(TokenValidator::validate, 0)
              && accept((validator, token) -> validator.tryValidate(token).orElseThrow(), 0)
              && accept(
                  (validator, token) -> validator.tryValidateAsync(token).join().orElseThrow(), 0);
    }
    return accepted;
  }

  /** A validator that caches no tokens. */
  TokenValidator.Builder validator(List<String> issuers) {
    TokenValidator.Builder validator =
        TokenValidator.builder().cacheSize(0).signaturePolicy(policy);
    JwkSet keys = JwkSet.parse(tokens.jwkSet());
    issuers.forEach(issuer ->
        validator.issuer(
            IssuerConfig.builder(issuer)
                .audience("training")
                .keySource(KeySource.of(keys))
                .build()));
    return validator;
  }

  private boolean accept(BiFunction<TokenValidator, String, AccessToken> validation, int heldBack) {
    return accept(several, tokens.compact(), validation, heldBack)
        && accept(one, tokens.compactOfFirstIssuer(), validation, heldBack);
  }

  private boolean accept(
      TokenValidator validator,
      List<String> compact,
      BiFunction<TokenValidator, String, AccessToken> validation,
      int heldBack) {
    try {
      for (int i = 0; i < TURN; i++) {
        if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
          return false;
        }
        // As a request brings it: a string of its own.
        String token = new String(compact.get(i % (compact.size() - heldBack)).toCharArray());
        var unused = validation.apply(validator, token);
      }
      return true;
    } catch (TokenRejectedException e) {
      // The clock of this machine is wrong, for example.
      return false;
    }
  }

  @Override
  public void close() {
    several.close();
    one.close();
  }
}
