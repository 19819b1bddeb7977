// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.soak.SoakReport.Moment;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationResult;

/**
 * 64 threads, and on Java 21 and newer some virtual ones, give one validator good and bad tokens of
 * issuers whose keys come and go, and hold each answer against the reference; meanwhile heap and
 * threads are measured.
 */
final class Soak implements AutoCloseable {

  private static final int THREADS = 64;
  private static final int VIRTUAL_THREADS = 16;

  /** Fewer than there are good tokens, so that tokens go in and out all the time. */
  private static final int CACHE_SIZE = 100;

  private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(10);
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(500);
  private static final int INTERVALS = 30;

  /** A machine that has other things to do is given more time to do so much. */
  private static final int FEWEST_VALIDATIONS = 10_000;

  private static final int FEWEST_ROTATIONS = 6;
  private static final Duration GRACE = Duration.ofMinutes(10);

  private static final int WORTH_KEEPING = 20;

  /**
   * How fast keys come and go.
   *
   * @param rotation from one rotation to the next, each of another issuer
   * @param refreshInterval of the keys of an issuer
   * @param cooldown between fetches for unknown keys
   */
  record Pace(Duration rotation, Duration refreshInterval, Duration cooldown) {

    static final Pace STEADY =
        new Pace(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(1));

    /** For a soak of a second or two. */
    static final Pace QUICK =
        new Pace(Duration.ofMillis(100), Duration.ofMillis(400), Duration.ofMillis(200));
  }

  private final Duration duration;
  private final Pace pace;
  private final List<RotatingIssuer> rotating =
      Stream.of(SignatureAlgorithm.RS256, SignatureAlgorithm.ES256, SignatureAlgorithm.ED25519)
          .map(RotatingIssuer::new)
          .toList();
  private final RotatingIssuer unreachable = RotatingIssuer.unreachable(SignatureAlgorithm.ES256);
  private final List<RotatingIssuer> issuers =
      Stream.concat(rotating.stream(), Stream.of(unreachable)).toList();
  private final Map<String, RotatingIssuer> byName =
      issuers.stream().collect(Collectors.toMap(RotatingIssuer::name, issuer -> issuer));
  private final Expectation expected =
      new Expectation(byName.keySet(), RotatingIssuer.AUDIENCE, RotatingIssuer.LEEWAY.toMillis());
  private final TokenValidator validator;

  private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder undecided = new LongAdder();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);

  /** A soak that has not begun, of a validator that knows no more than the reference. */
  Soak(Duration duration, Pace pace) {
    this(duration, pace, rules -> rules);
  }

  /**
   * A soak of a validator that was told something else than the reference.
   *
   * @param rules changes how tokens are judged
   */
  Soak(Duration duration, Pace pace, UnaryOperator<IssuerConfig.Builder> rules) {
    this.duration = duration;
    this.pace = pace;
    TokenValidator.Builder builder =
        TokenValidator.builder().cacheSize(CACHE_SIZE).monitor(new KeyMonitor());
    issuers.forEach(issuer -> builder.issuer(rules.apply(issuer.config(pace)).build()));
    this.validator = builder.build();
  }

  /** Tells each issuer what came of a look for its keys. */
  private final class KeyMonitor implements TokenValidatorMonitor {

    @Override
    public @Nullable Recording begin(TokenType type) {
      return null;
    }

    @Override
    public void refreshedKeys(String issuer, KeyRefreshReport report) {
      byName.get(issuer).looked(report);
    }
  }

  /** Lets a validator have keys that the reference no longer has. */
  void withdrawLate() {
    rotating.forEach(RotatingIssuer::withdrawLate);
  }

  /** Goes on until the time is over, or an answer is wrong. */
  SoakReport run() throws InterruptedException {
    HeapAfterCollection heap = HeapAfterCollection.measured();
    for (RotatingIssuer issuer : issuers) {
      issuer.mint(null, expected);
    }
    List<Moment> moments = new ArrayList<>();
    try (ErrorLog log = new ErrorLog()) {
      List<Thread> threads = start();
      long begin = System.nanoTime();
      while (!isOver()) {
        moments.add(measured(begin, moments, heap));
        if (hasDoneEnough(elapsed(begin))) {
          end.countDown();
        }
      }
      for (Thread thread : threads) {
        thread.join(GRACE.toMillis());
        if (thread.isAlive()) {
          fail(thread + " does not end");
        }
      }
      long failed = sum(RotatingIssuer::failedRefreshes);
      if (failed > 0) {
        fail(failed + " looks for keys failed, though nothing was in their way");
      }
      Map<String, Long> counts = new TreeMap<>();
      answers.forEach((answer, count) -> counts.put(answer, count.sum()));
      return new SoakReport(
          moments, counts, sum(RotatingIssuer::rotations), List.copyOf(wrong), log.lines());
    }
  }

  private boolean hasDoneEnough(long elapsed) {
    boolean enough =
        sum(RotatingIssuer::rotations) >= FEWEST_ROTATIONS
            && accepted.sum() + rejected.sum() + undecided.sum() >= FEWEST_VALIDATIONS;
    return elapsed >= duration.toMillis() + (enough ? 0 : GRACE.toMillis());
  }

  private long sum(ToLongFunction<RotatingIssuer> count) {
    return rotating.stream().mapToLong(count).sum();
  }

  private List<Thread> start() {
    List<Thread> threads = new ArrayList<>();
    threads.add(new Thread(this::rotate, "soak-rotation"));
    for (int i = 0; i < THREADS; i++) {
      int seed = i;
      threads.add(new Thread(() -> validate(seed), "soak-" + i));
    }
    threads.forEach(thread -> {
      thread.setUncaughtExceptionHandler((failed, thrown) -> fail(failed + ": " + thrown));
      thread.setDaemon(true);
      thread.start();
    });
    if (Runtime.version().feature() >= 21) {
      for (int i = 0; i < VIRTUAL_THREADS; i++) {
        int seed = THREADS + i;
        threads.add(startVirtual(() -> validate(seed)));
      }
    }
    return threads;
  }

  private static Thread startVirtual(Runnable task) {
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private void rotate() {
    try {
      for (int turn = 0; !end.await(pace.rotation.toMillis(), TimeUnit.MILLISECONDS); turn++) {
        rotating.get(turn % rotating.size()).rotate(expected);
      }
    } catch (InterruptedException e) {
      fail("nobody rotates keys: " + e);
    }
  }

  // Virtual threads share their carriers only when they say so.
  @SuppressWarnings("ThreadPriorityCheck")
  private void validate(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    while (!isOver()) {
      RotatingIssuer issuer = issuers.get(random.nextInt(issuers.size()));
      ReferenceToken[] pool = issuer.pool();
      validate(issuer, pool[random.nextInt(pool.length)]);
      Thread.yield();
    }
  }

  private void validate(RotatingIssuer issuer, ReferenceToken token) {
    String text = token.text();
    RotatingIssuer.Sight before = issuer.sight();
    long begin = System.currentTimeMillis();
    String answer = answer(text);
    long end = System.currentTimeMillis();
    RotatingIssuer.Sight after = issuer.sight();
    if (!isRight(answer, token, before.settled(), after.latest(), begin, end)) {
      fail(
          answer
              + " for "
              + token
              + ", keys between "
              + before
              + " and "
              + after
              + ", where the reference says "
              + token.answer(after.latest(), end));
    }
  }

  private boolean isOver() {
    return end.getCount() == 0;
  }

  private void fail(String what) {
    if (wrong.size() < WORTH_KEEPING) {
      wrong.add(what);
    }
    end.countDown();
  }

  private String answer(String text) {
    ValidationResult<AccessToken> result;
    try {
      result = validator.tryValidate(text);
    } catch (RuntimeException e) {
      return e.toString();
    }
    if (result instanceof ValidationResult.Accepted<AccessToken> good) {
      count("ACCEPTED", accepted);
      return ReferenceToken.accepted(good.token().subject());
    }
    if (result instanceof ValidationResult.Rejected<AccessToken> bad) {
      String reason = bad.rejection().reason().name();
      count(reason, rejected);
      return reason;
    }
    count("UNDECIDED", undecided);
    return ReferenceToken.UNDECIDED;
  }

  private void count(String answer, LongAdder outcome) {
    answers.computeIfAbsent(answer, unseen -> new LongAdder()).increment();
    outcome.increment();
  }

  /** Whether the reference gives this answer by any keys that can have been in force meanwhile. */
  private static boolean isRight(
      String answer, ReferenceToken token, KeyVersion from, KeyVersion to, long begin, long end) {
    KeyVersion version = from;
    while (version != null) {
      if (answer.equals(token.answer(version, begin))
          || answer.equals(token.answer(version, end))) {
        return true;
      }
      version = version == to ? null : version.next();
    }
    return false;
  }

  private static long elapsed(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin).toMillis();
  }

  private Moment measured(long begin, List<Moment> before, HeapAfterCollection heap)
      throws InterruptedException {
    long interval =
        Math.max(
            SHORTEST_INTERVAL.toMillis(),
            Math.min(LONGEST_INTERVAL.toMillis(), duration.toMillis() / INTERVALS));
    Moment previous =
        before.isEmpty() ? new Moment(0, 0, 0, 0, 0, 0, 0) : before.get(before.size() - 1);
    var unused = end.await((before.size() + 1) * interval - elapsed(begin), TimeUnit.MILLISECONDS);
    long octets = heap.octets();
    long now = elapsed(begin);
    long good = accepted.sum();
    long bad = rejected.sum();
    long open = undecided.sum();
    long since =
        good + bad + open - previous.accepted() - previous.rejected() - previous.undecided();
    Moment moment =
        new Moment(
            now,
            since * 1000 / Math.max(1, now - previous.elapsed()),
            good,
            bad,
            open,
            octets,
            ManagementFactory.getThreadMXBean().getThreadCount());
    boolean isDue =
        interval == LONGEST_INTERVAL.toMillis() || now / 10_000 > previous.elapsed() / 10_000;
    if (isDue && pace.equals(Pace.STEADY)) {
      System.out.println(moment.line(duration));
    }
    return moment;
  }

  @Override
  public void close() {
    validator.close();
    issuers.forEach(RotatingIssuer::close);
  }
}
