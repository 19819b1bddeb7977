// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.RecentNames;
import org.jwtvalidation.internal.keys.Awaited;
import org.jwtvalidation.internal.keys.Continuations;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.token.UndecidedException;

/**
 * The issuers that an {@link IssuerResolver} names: asks it, and remembers its answers for a while.
 * Thread-safe.
 */
final class ResolvedIssuers implements AutoCloseable {

  private static final GuardedLogger LOGGER = new GuardedLogger(GuardedLogger.VALIDATIONS);

  private static final String UNDECIDED = "tokens of the issuer are undecided";

  static final Duration TIMEOUT = Duration.ofSeconds(5);
  static final int MAX_NAME_LENGTH = 1024;
  static final int MAX_QUESTIONS = 1000;
  private static final int PARALLEL_CALLS = 16;
  private static final int MAX_REFUSALS = 1000;
  private static final Duration REFUSAL_LIFETIME = Duration.ofSeconds(30);

  private final IssuerResolver resolver;
  private final Duration timeout;
  private final KeptIssuers kept;
  private final BoundedExecutor callers =
      new BoundedExecutor(LibraryThreads.SHARED.workers(), PARALLEL_CALLS, MAX_QUESTIONS);
  private final RecentNames refusals =
      new RecentNames(MAX_REFUSALS, REFUSAL_LIFETIME.toNanos(), System::nanoTime);

  /** What the resolver is being asked, until it has answered, even if nobody waits any more. */
  private final Map<String, Question> questions = new ConcurrentHashMap<>();

  private final AtomicBoolean warned = new AtomicBoolean();
  private final FailureLog failures = new FailureLog();
  private volatile boolean closed;

  /** A question to the resolver. */
  private static final class Question extends CompletableFuture<@Nullable TrustedIssuer> {

    /** The names that were forgotten meanwhile: the answer may be of an issuer with one of them. */
    private final Set<String> forgotten = ConcurrentHashMap.newKeySet();

    private boolean isOutdatedFor(Set<String> names) {
      return !Collections.disjoint(forgotten, names);
    }
  }

  /**
   * None yet.
   *
   * @param capacity how many to keep, apart from those on trial
   * @param timeout how long callers wait for the resolver
   */
  ResolvedIssuers(
      IssuerResolver resolver,
      int capacity,
      Duration timeout,
      InstantSource clock,
      SignaturePolicy policy,
      Monitors monitors) {
    this.resolver = resolver;
    this.timeout = timeout;
    this.kept = new KeptIssuers(capacity, clock, policy, monitors, System::nanoTime);
  }

  /** The issuer with this name, if it is kept. */
  @Nullable TrustedIssuer atHand(String name) {
    return kept.find(name);
  }

  /**
   * The issuer with this name, or null if it is not trusted.
   *
   * @param room where validations without a thread wait
   */
  Awaited<@Nullable TrustedIssuer> find(String name, Continuations room) {
    // The question ends by itself in time.
    return new Awaited<>(
        find(name),
        timeout.plusSeconds(1).toNanos(),
        room,
        issuer -> issuer == null ? room : issuer.keys().continuations(),
        failure -> {
          throw undecided(failure);
        });
  }

  private static UndecidedException undecided(Throwable failure) {
    return failure instanceof UndecidedException undecided
        ? undecided
        : new UndecidedException("the issuer resolver has not answered", failure);
  }

  /** Complete if the issuer is kept, or known not to be trusted (null). */
  CompletableFuture<@Nullable TrustedIssuer> find(String name) {
    TrustedIssuer issuer = kept.find(name);
    if (issuer != null || name.length() > MAX_NAME_LENGTH || refusals.contains(name)) {
      return CompletableFuture.completedFuture(issuer);
    }
    Duration cooldown = kept.cooldown(name);
    if (!cooldown.isZero()) {
      return CompletableFuture.failedFuture(
          new UndecidedException(
              "the issuer had to make room for others before a token of it was verified",
              null,
              cooldown));
    }
    Question question = new Question();
    Question earlier = questions.putIfAbsent(name, question);
    if (earlier != null) {
      return earlier;
    }
    if (closed) {
      // The thread that closed this may not have seen the question.
      fail(name, question, closedMeanwhile());
    } else {
      ask(name, question);
    }
    return question;
  }

  private void ask(String name, Question question) {
    callers.execute(() -> answer(name, question), () -> refuse(name, question));
    if (question.isDone()) {
      return;
    }
    Future<?> timer =
        LibraryThreads.SHARED
            .timer()
            .schedule(
                () -> question.completeExceptionally(timeout()),
                timeout.toNanos(),
                TimeUnit.NANOSECONDS);
    var unused = question.whenComplete((issuer, failure) -> timer.cancel(false));
  }

  private void refuse(String name, Question question) {
    fail(
        name,
        question,
        new UndecidedException("too many questions wait for the issuer resolver", null));
  }

  /** Removes the question before its failure is known: a caller may ask again at once. */
  private void fail(String name, Question question, UndecidedException failure) {
    questions.remove(name, question);
    question.completeExceptionally(failure);
  }

  private static UndecidedException closedMeanwhile() {
    return new UndecidedException("the validator is closed", null);
  }

  private UndecidedException timeout() {
    return new UndecidedException(
        "the issuer resolver has not answered after " + timeout.toMillis() + " ms", null);
  }

  private void answer(String name, Question question) {
    try {
      // If all have given up while the question waited for its turn, nobody needs the answer.
      if (!question.isDone()) {
        TrustedIssuer earlier = kept.find(name);
        TrustedIssuer issuer = earlier == null ? resolve(name, question) : earlier;
        // Before the answer is known: the issuer may leave soon, and is asked for again then.
        questions.remove(name, question);
        question.complete(issuer);
      }
    } catch (UndecidedException e) {
      fail(name, question, e);
    } catch (Throwable e) {
      String failed = "the issuer resolver failed";
      failures.logWithoutMessage(failed, UNDECIDED, e);
      fail(name, question, new UndecidedException(failed, e));
    } finally {
      questions.remove(name, question);
    }
  }

  private @Nullable TrustedIssuer resolve(String name, Question question) {
    IssuerConfig config = resolver.resolve(name);
    if (config == null || !isOf(name, config)) {
      refusals.add(name);
      if (questions.get(name) != question || !question.forgotten.isEmpty()) {
        // The issuer was forgotten meanwhile, which may have come before this.
        refusals.removeAll(Set.of(name));
      }
      return null;
    }
    return keep(config, name, question);
  }

  private TrustedIssuer keep(IssuerConfig config, String name, Question question) {
    try {
      return kept.keep(
          config, name, names -> questions.get(name) != question || question.isOutdatedFor(names));
    } catch (UndecidedException e) {
      throw e;
    } catch (Throwable e) {
      String failed = "the answer of the issuer resolver cannot be used";
      failures.log(failed, UNDECIDED, e);
      throw new UndecidedException(failed, e);
    }
  }

  /** A resolver that ignores case, for example, answers for names that are not of its issuer. */
  private boolean isOf(String name, IssuerConfig config) {
    boolean isOfName = config.tenants() == null && config.names().contains(name);
    if (!isOfName && warned.compareAndSet(false, true)) {
      LOGGER.log(
          Level.WARNING,
          () ->
              "the issuer resolver answered with the configuration of "
                  + config.issuer()
                  + ", which is not the issuer that it was asked for; such answers count as"
                  + " refusals, and further ones are not logged",
          null);
    }
    return isOfName;
  }

  /** Forgets all that is known of the issuer with this name; false if it was not kept. */
  boolean forget(String name) {
    return kept.forget(
        name,
        names -> {
          // Nobody knows yet whose names the others that are being asked for are.
          questions.values().forEach(question -> question.forgotten.addAll(names));
          names.forEach(questions::remove);
          refusals.removeAll(names);
        });
  }

  /** The state of the keys of each issuer that is kept. */
  Map<String, KeySourceHealth> keyHealth() {
    return kept.keyHealth();
  }

  /** Also ends what waits for the resolver. */
  @Override
  public void close() {
    closed = true;
    questions.forEach((name, question) -> fail(name, question, closedMeanwhile()));
    kept.close();
  }
}
