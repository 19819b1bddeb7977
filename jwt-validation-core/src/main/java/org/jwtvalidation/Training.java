package org.jwtvalidation;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * Has the JVM compile what validations need before there are any: the arithmetic of the keys in the
 * background, and the rest of a validation on the thread that waits for it.
 */
final class Training {

  private static final System.Logger LOGGER = System.getLogger(TokenValidator.class.getName());

  /** HotSpot has to see a method that often before C2 compiles it, and then to compile it. */
  static final int VALIDATIONS = 20_000;

  /** The keys of an issuer that get their tables at once; tokens make those of further ones. */
  static final int KEYS = 8;

  /** Those of this JVM: a second validator needs no training. */
  private static final Set<TrainingTokens> VALIDATED = ConcurrentHashMap.newKeySet();

  private final long end;

  /**
   * A training that has not begun.
   *
   * @param end when to go on without it, by {@link System#nanoTime}
   */
  Training(long end) {
    this.end = end;
  }

  /**
   * Trains what the keys of the issuers need, and waits for it. Keys whose signatures providers
   * verify need nothing.
   *
   * @param longest how long to wait; zero for no training
   */
  static void run(Collection<IssuerKeys> issuers, Duration longest) {
    run(issuers, longest, SignatureVerifier::train);
  }

  static void run(
      Collection<IssuerKeys> issuers,
      Duration longest,
      Function<SignatureVerifier, CompletionStage<?>> arithmetic) {
    if (longest.isZero()) {
      return;
    }
    try {
      new Training(System.nanoTime() + longest.toNanos()).run(issuers, arithmetic);
    } catch (RuntimeException | Error e) {
      // Tokens can be validated without it.
      LOGGER.log(Level.WARNING, "not everything is compiled before tokens arrive", e);
    }
  }

  private void run(
      Collection<IssuerKeys> issuers, Function<SignatureVerifier, CompletionStage<?>> arithmetic) {
    List<CompletableFuture<?>> inBackground = new ArrayList<>();
    Set<TrainingTokens> tokens = new LinkedHashSet<>();
    for (IssuerKeys keys : issuers) {
      List<SignatureVerifier> verifiers = keys.verifiersToTrain();
      for (SignatureVerifier verifier : verifiers.subList(0, Math.min(KEYS, verifiers.size()))) {
        inBackground.add(arithmetic.apply(verifier).toCompletableFuture());
        TrainingTokens fitting = TrainingTokens.of(verifier.key().algorithm());
        if (fitting != null) {
          tokens.add(fitting);
        }
      }
    }
    tokens.forEach(this::validateOnce);
    await(CompletableFuture.allOf(inBackground.toArray(CompletableFuture<?>[]::new)));
  }

  private void validateOnce(TrainingTokens tokens) {
    if (VALIDATED.contains(tokens)) {
      return;
    }
    try (TokenValidator validator = tokens.validator()) {
      if (areAccepted(validator, tokens.compact())) {
        VALIDATED.add(tokens);
      }
    }
  }

  /** Validates so many tokens; false if it was time to end before. */
  boolean areAccepted(TokenValidator validator, List<String> compact) {
    for (int i = 0; i < VALIDATIONS; i++) {
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      // As a request brings it: a string of its own.
      String token = new String(compact.get(i % compact.size()).toCharArray());
      if (!validator.tryValidate(token).isAccepted()) {
        // The clock of this machine is wrong, for example.
        return false;
      }
    }
    return true;
  }

  private void await(CompletableFuture<?> inBackground) {
    try {
      inBackground.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOGGER.log(Level.INFO, "tokens arrive before everything is compiled");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
