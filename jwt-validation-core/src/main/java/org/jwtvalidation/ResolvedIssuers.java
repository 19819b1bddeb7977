package org.jwtvalidation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeySourceHealth;

/**
 * The issuers that an {@link IssuerResolver} names: asks it, keeps a bounded number of its answers,
 * and closes the keys of those that go. Thread-safe.
 */
final class ResolvedIssuers implements AutoCloseable {

  static final Duration TIMEOUT = Duration.ofSeconds(5);
  static final int MAX_NAME_LENGTH = 1024;
  static final int MAX_QUESTIONS = 1000;
  private static final int PARALLEL_CALLS = 16;
  private static final int MAX_REFUSALS = 1000;
  private static final Duration REFUSAL_LIFETIME = Duration.ofSeconds(30);

  private final IssuerResolver resolver;
  private final int capacity;
  private final Duration timeout;
  private final InstantSource clock;
  private final BiFunction<IssuerConfig, Trust, TrustedIssuer> opening;
  private final BoundedExecutor callers =
      new BoundedExecutor(LibraryThreads.SHARED.workers(), PARALLEL_CALLS, MAX_QUESTIONS);
  private final Refusals refusals =
      new Refusals(MAX_REFUSALS, REFUSAL_LIFETIME.toNanos(), System::nanoTime);

  /** What the resolver is being asked, until it has answered, even if nobody waits any more. */
  private final Map<String, Question> questions = new ConcurrentHashMap<>();

  private final Map<String, Kept> byName = new ConcurrentHashMap<>();
  private final ReentrantLock changing = new ReentrantLock();
  private final Set<Kept> all = new LinkedHashSet<>(); // guarded by changing, as is closed
  private boolean closed;

  /** A question to the resolver. */
  private static final class Question extends CompletableFuture<@Nullable TrustedIssuer> {

    /** The names that were forgotten meanwhile: the answer may be of an issuer with one of them. */
    private final Set<String> forgotten = ConcurrentHashMap.newKeySet();

    private boolean isOutdatedFor(Kept kept) {
      return !Collections.disjoint(forgotten, kept.names);
    }
  }

  /** An issuer that is trusted until it is forgotten. */
  private final class Kept implements Trust {

    private final Set<String> names;
    private final TrustedIssuer issuer;
    private volatile long usedAt;
    private volatile boolean forgotten;

    private Kept(IssuerConfig config) {
      this.names = config.names();
      this.usedAt = clock.millis();
      this.issuer = opening.apply(config, this);
    }

    @Override
    public boolean lasts(long now) {
      if (usedAt != now) {
        usedAt = now;
      }
      return !forgotten;
    }

    @Override
    public boolean covers(VerificationKey key) {
      return true;
    }

    private long usedAt() {
      return usedAt;
    }
  }

  /**
   * None yet.
   *
   * @param capacity how many to keep
   * @param timeout how long callers wait for the resolver
   * @param opening makes an issuer of a configuration
   */
  ResolvedIssuers(
      IssuerResolver resolver,
      int capacity,
      Duration timeout,
      InstantSource clock,
      BiFunction<IssuerConfig, Trust, TrustedIssuer> opening) {
    this.resolver = resolver;
    this.capacity = capacity;
    this.timeout = timeout;
    this.clock = clock;
    this.opening = opening;
  }

  /** The issuer with this name; complete if it is kept, or known not to be trusted (null). */
  CompletableFuture<@Nullable TrustedIssuer> find(String name, long now) {
    Kept kept = byName.get(name);
    if (kept != null && kept.lasts(now)) {
      return CompletableFuture.completedFuture(kept.issuer);
    }
    if (name.length() > MAX_NAME_LENGTH || refusals.contains(name)) {
      return CompletableFuture.completedFuture(null);
    }
    Question question = new Question();
    Question earlier = questions.putIfAbsent(name, question);
    if (earlier != null) {
      return earlier;
    }
    ask(name, question);
    return question;
  }

  /** As {@link #find}, but waits for the resolver. */
  @Nullable TrustedIssuer await(String name, long now) {
    try {
      return find(name, now).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeysUnavailableException("interrupted while waiting for the issuer resolver", e);
    } catch (ExecutionException | TimeoutException e) {
      // After the time-out, this thread or the timer may be first.
      throw e.getCause() instanceof KeysUnavailableException failure ? failure : timeout();
    }
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
        new KeysUnavailableException("too many questions wait for the issuer resolver", null));
  }

  /** Removes the question before its failure is known: a caller may ask again at once. */
  private void fail(String name, Question question, KeysUnavailableException failure) {
    questions.remove(name, question);
    question.completeExceptionally(failure);
  }

  private KeysUnavailableException timeout() {
    return new KeysUnavailableException(
        "the issuer resolver has not answered after " + timeout.toMillis() + " ms", null);
  }

  private void answer(String name, Question question) {
    try {
      // If all have given up while the question waited for its turn, nobody needs the answer.
      if (!question.isDone()) {
        Kept kept = byName.get(name);
        TrustedIssuer issuer = kept == null ? resolve(name, question) : kept.issuer;
        // Before the answer is known: the issuer may leave soon, and is asked for again then.
        questions.remove(name, question);
        question.complete(issuer);
      }
    } catch (KeysUnavailableException e) {
      fail(name, question, e);
    } catch (Throwable e) {
      fail(name, question, new KeysUnavailableException("the issuer resolver failed", e));
    } finally {
      questions.remove(name, question);
    }
  }

  private @Nullable TrustedIssuer resolve(String name, Question question) {
    IssuerConfig config = resolver.resolve(name);
    if (config == null) {
      refusals.add(name);
      if (questions.get(name) != question || !question.forgotten.isEmpty()) {
        // The issuer was forgotten meanwhile, which may have come before this.
        refusals.remove(name);
      }
      return null;
    }
    if (!config.names().contains(name) || config.tenants() != null) {
      throw new KeysUnavailableException(
          "the issuer resolver answered with the configuration of "
              + config.issuer()
              + ", which is not the issuer that it was asked for",
          null);
    }
    return keep(new Kept(config), name, question).issuer;
  }

  /** The issuer that is kept from now on: another one if a question by another name was first. */
  private Kept keep(Kept kept, String name, Question question) {
    Set<Kept> gone = new LinkedHashSet<>();
    Kept stays = kept;
    changing.lock();
    try {
      if (closed || questions.get(name) != question || question.isOutdatedFor(kept)) {
        gone.add(kept);
        throw new KeysUnavailableException(
            "the issuer was forgotten while the issuer resolver was asked for it", null);
      }
      Kept first = byName.get(name);
      if (first != null) {
        gone.add(kept);
        stays = first;
        return first;
      }
      // One that shares a name, but not this one, was resolved from another configuration.
      kept.names.stream().map(byName::get).filter(Objects::nonNull).forEach(gone::add);
      gone.forEach(this::remove);
      if (all.size() == capacity) {
        Kept least = all.stream().min(Comparator.comparingLong(Kept::usedAt)).orElseThrow();
        gone.add(least);
        remove(least);
      }
      all.add(kept);
      kept.names.forEach(each -> byName.put(each, kept));
      return kept;
    } finally {
      changing.unlock();
      for (Kept each : gone) {
        // A resolver may have answered twice with one key source, which is still needed then.
        if (each == stays || !each.issuer.keys().shareSourceWith(stays.issuer.keys())) {
          each.issuer.keys().close();
        }
      }
    }
  }

  /** Must be called under {@code changing}. */
  private void remove(Kept kept) {
    kept.forgotten = true;
    all.remove(kept);
    kept.names.forEach(name -> byName.remove(name, kept));
  }

  /** Forgets all that is known of the issuer with this name; false if it was not kept. */
  boolean forget(String name) {
    Kept kept;
    changing.lock();
    try {
      kept = byName.get(name);
      Set<String> names = kept == null ? Set.of(name) : kept.names;
      // Nobody knows yet whose names the others that are being asked for are.
      questions.values().forEach(question -> question.forgotten.addAll(names));
      for (String each : names) {
        questions.remove(each);
        refusals.remove(each);
      }
      if (kept != null) {
        remove(kept);
      }
    } finally {
      changing.unlock();
    }
    if (kept == null) {
      return false;
    }
    kept.issuer.keys().close();
    return true;
  }

  /** The state of the keys of each issuer that is kept. */
  Map<String, KeySourceHealth> keyHealth() {
    Map<String, KeySourceHealth> health = new LinkedHashMap<>();
    for (Kept kept : kept()) {
      health.put(kept.issuer.name(), kept.issuer.keys().health());
    }
    return health;
  }

  private Set<Kept> kept() {
    changing.lock();
    try {
      return new LinkedHashSet<>(all);
    } finally {
      changing.unlock();
    }
  }

  @Override
  public void close() {
    Set<Kept> last;
    changing.lock();
    try {
      closed = true;
      last = new LinkedHashSet<>(all);
      last.forEach(this::remove);
    } finally {
      changing.unlock();
    }
    last.forEach(kept -> kept.issuer.keys().close());
  }
}
