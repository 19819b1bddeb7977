// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.training;

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
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * Has the JVM compile what validations need before there are any: the arithmetic of the keys in the
 * background, and the rest of a validation on the thread that waits for it. Thread-safe.
 */
public final class Training {

  private static final GuardedLogger LOGGER = new GuardedLogger(GuardedLogger.VALIDATIONS);

  private static final String FAILED = "not everything is compiled before tokens arrive";

  /** The keys of an issuer that get their tables at once; tokens make those of further ones. */
  static final int KEYS = 8;

  /** Those of this JVM: a second validator needs no training. */
  private static final Set<TrainingTokens> VALIDATED = ConcurrentHashMap.newKeySet();

  private final Duration longest;
  private final BiFunction<TrainingTokens, Long, Exercise> exercises;
  private final Function<SignatureVerifier, @Nullable CompletionStage<?>> arithmetic;
  private final Executor threads;

  /** Complete once the keys of all issuers have been trained, or it is time to go on without. */
  private final AtomicReference<@Nullable CompletableFuture<Void>> begun = new AtomicReference<>();

  /**
   * A training that has not begun.
   *
   * @param longest how long it takes at most; zero for no training
   * @param exercises begins an exercise that ends by this {@link System#nanoTime}
   */
  public Training(Duration longest, BiFunction<TrainingTokens, Long, Exercise> exercises) {
    this(longest, exercises, SignatureVerifier::train, Training::inThreadOfItsOwn);
  }

  Training(
      Duration longest,
      BiFunction<TrainingTokens, Long, Exercise> exercises,
      Function<SignatureVerifier, @Nullable CompletionStage<?>> arithmetic,
      Executor threads) {
    this.longest = longest;
    this.exercises = exercises;
    this.arithmetic = arithmetic;
    this.threads = threads;
  }

  /**
   * Trains what the keys of the issuers need, and waits for it, or for the training that {@link
   * #isOver} has begun. Keys whose signatures providers verify need nothing.
   */
  public void run(Collection<IssuerKeys> issuers) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    if (issuers.stream().allMatch(IssuerKeys::hadKeys)) {
      CompletableFuture<Void> first = begun.compareAndExchange(null, over);
      if (first != null && !first.isDone()) {
        await(first, System.nanoTime() + longest.toNanos());
        return;
      }
    }
    try {
      runGuarded(issuers);
    } finally {
      over.complete(null);
    }
  }

  /**
   * Whether the keys of the issuers have been trained. The first call begins that in the
   * background, and does not wait, so call it when the keys are there.
   */
  public boolean isOver(Collection<IssuerKeys> issuers) {
    if (longest.isZero()) {
      return true;
    }
    CompletableFuture<Void> over = new CompletableFuture<>();
    CompletableFuture<Void> first = begun.compareAndExchange(null, over);
    if (first != null) {
      return first.isDone();
    }
    try {
      endInTime(over);
      threads.execute(() -> {
        try {
          issuers.forEach(IssuerKeys::await);
          runGuarded(issuers);
        } finally {
          over.complete(null);
        }
      });
      return false;
    } catch (Error e) {
      over.complete(null);
      LOGGER.log(Level.WARNING, () -> FAILED, e);
      return true;
    }
  }

  /** Not by the JDK's timer, which the application may block, and whose thread outlives it. */
  private void endInTime(CompletableFuture<Void> over) {
    Future<?> end =
        LibraryThreads.SHARED
            .timer()
            .schedule(() -> over.complete(null), longest.toNanos(), TimeUnit.NANOSECONDS);
    var unused = over.whenComplete((none, failure) -> end.cancel(false));
  }

  private static void inThreadOfItsOwn(Runnable training) {
    Thread thread = new Thread(training, "jwt-validation-training");
    thread.setDaemon(true);
    thread.start();
  }

  private void runGuarded(Collection<IssuerKeys> issuers) {
    if (longest.isZero()) {
      return;
    }
    try {
      run(issuers, System.nanoTime() + longest.toNanos());
    } catch (RuntimeException | Error e) {
      // Tokens can be validated without it.
      LOGGER.log(Level.WARNING, () -> FAILED, e);
    }
  }

  private void run(Collection<IssuerKeys> issuers, long end) {
    List<CompletableFuture<?>> inBackground = new ArrayList<>();
    Set<TrainingTokens> tokens = new LinkedHashSet<>();
    for (IssuerKeys keys : issuers) {
      List<SignatureVerifier> verifiers = keys.verifiers();
      for (SignatureVerifier verifier : verifiers.subList(0, Math.min(KEYS, verifiers.size()))) {
        CompletionStage<?> trained = arithmetic.apply(verifier);
        if (trained == null) {
          continue;
        }
        inBackground.add(trained.toCompletableFuture());
        TrainingTokens fitting = TrainingTokens.of(verifier.key().algorithm());
        if (fitting != null && !VALIDATED.contains(fitting)) {
          tokens.add(fitting);
        }
      }
    }
    CompletableFuture<?> all =
        CompletableFuture.allOf(inBackground.toArray(CompletableFuture<?>[]::new));
    for (TrainingTokens each : tokens) {
      validate(each, all, end);
    }
    await(all, end);
    if (!all.isDone() || all.isCompletedExceptionally()) {
      LOGGER.log(Level.INFO, () -> "tokens arrive before everything is compiled", null);
    }
  }

  private void validate(TrainingTokens tokens, CompletableFuture<?> inBackground, long end) {
    try (Exercise exercise = exercises.apply(tokens, end)) {
      boolean accepted = exercise.ofSteps();
      await(inBackground, end);
      // What verifies is another now, and C2 has to compile its callers again.
      if (accepted && exercise.ofMethods()) {
        VALIDATED.add(tokens);
      }
    }
  }

  private static void await(CompletableFuture<?> inBackground, long end) {
    try {
      inBackground.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Told when all is over.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
