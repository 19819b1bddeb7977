// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.tuple;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Patience;
import org.jwtvalidation.Row;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.SkippedKey;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.KeySourceHealth.State;

class PolledKeySourceTest {

  private static final String FIRST = JwkText.set(SigningKey.shared(ES256).jwk("first"));
  private static final String SECOND =
      JwkText.set(SigningKey.shared(ES256).jwk("first"), SigningKey.shared(ED25519).jwk("second"));

  @TempDir private Path folder;
  private Path path;
  private long changes;
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 3);
  private final AtomicLong wallTime = new AtomicLong(1_700_000_000_000L);
  private final Moment.Clocks clocks = new Moment.Clocks(nanoTime::get, wallTime::get);

  @BeforeEach
  void writeFirst() throws IOException {
    path = folder.resolve("jwks.json");
    write(path, FIRST);
  }

  private PolledKeySource source() {
    return PolledKeySource.file(path, clocks, FetchScene.ON_THE_CALLER);
  }

  /** Writes with a time of its own, as if the file system's clock were fine enough. */
  private void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + ++changes * 1000));
  }

  private void pass(Duration duration) {
    nanoTime.addAndGet(duration.toNanos());
    wallTime.addAndGet(duration.toMillis());
  }

  /** A second passes before it is noticed. */
  private void suspend(Duration duration) {
    wallTime.addAndGet(duration.toMillis());
    pass(Duration.ofSeconds(1));
  }

  private static boolean hasSecond(JwkSet set) {
    return KeysOf.key(set, "second", Set.of(ED25519)) != null;
  }

  @Test
  void readsTheFileWhenMade() {
    PolledKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(Waiting.jwkSet(source)).isSameAs(Waiting.jwkSet(source));
    source.close();
  }

  @Test
  void seesChangeAfterFiveSeconds() throws IOException {
    PolledKeySource source = source();
    JwkSet before = Waiting.jwkSet(source);
    write(path, SECOND);
    pass(Duration.ofMillis(4999));
    assertThat(Waiting.jwkSet(source)).isSameAs(before);
    pass(Duration.ofMillis(1));
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
  }

  @Test
  void tellsOfChangesAndFailuresAlone() throws IOException {
    List<KeyRefreshReport> told = new ArrayList<>();
    PolledKeySource source = source();
    source.onRefresh(told::add);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(told).isEmpty();

    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(2);
    write(path, "{");
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(2);
    write(path, FIRST);
    pass(Duration.ofSeconds(1));
    assertThat(Waiting.refreshed(source, Waiting.jwkSet(source)).size()).isEqualTo(1);
    write(path, SECOND);
    pass(Duration.ofSeconds(1));
    assertThat(Waiting.refreshed(source, Waiting.jwkSet(source)).size()).isEqualTo(2);

    assertThat(told)
        .extracting(KeyRefreshReport::cause, KeyRefreshReport::outcome, KeyRefreshReport::keys)
        .containsExactly(
            tuple(Cause.AGE, Outcome.RENEWED, 2),
            tuple(Cause.AGE, Outcome.FAILED, 2),
            tuple(Cause.RETRY, Outcome.RENEWED, 1),
            tuple(Cause.UNKNOWN_KEY, Outcome.RENEWED, 2));
    assertThat(told.get(1).error()).isNotBlank();
  }

  /** Otherwise the last report would be of a failure for ever. */
  @Test
  void tellsThatAFailureIsOver() throws IOException {
    List<KeyRefreshReport> told = new ArrayList<>();
    PolledKeySource source = source();
    source.onRefresh(told::add);
    Path away = folder.resolve("away");
    Files.move(path, away);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source)).isNotNull();
    Files.move(away, path);
    for (int i = 0; i < 3; i++) {
      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source)).isNotNull();
    }

    assertThat(told)
        .extracting(KeyRefreshReport::cause, KeyRefreshReport::outcome, KeyRefreshReport::keys)
        .containsExactly(
            tuple(Cause.AGE, Outcome.FAILED, 1), tuple(Cause.RETRY, Outcome.CONFIRMED, 1));
  }

  @Test
  void tellsHowLongALookTook() throws IOException {
    List<KeyRefreshReport> told = new ArrayList<>();
    // Each look at the clock takes a millisecond.
    PolledKeySource source =
        PolledKeySource.file(
            path,
            SteeredTime.measuring(() -> nanoTime.addAndGet(1_000_000)),
            FetchScene.ON_THE_CALLER);
    source.onRefresh(told::add);
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(2);
    assertThat(told).extracting(KeyRefreshReport::duration).containsExactly(Duration.ofMillis(1));
  }

  @Test
  void leavesLooksToEveryThread() throws Exception {
    PolledKeySource source = source();
    pass(Duration.ofSeconds(5));
    assertThat(hasSecond(Waiting.jwkSet(source))).isFalse();
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(hasSecond(CompletableFuture.supplyAsync(() -> Waiting.jwkSet(source)).get()))
        .isTrue();
  }

  @Test
  void hasKeysEvenIfTheListenerFails() throws IOException {
    PolledKeySource source = source();
    source.onRefresh(report -> {
      throw new IllegalStateException("deaf");
    });
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(2);
  }

  @Test
  void retainsTheInstancesOfUnchangedKeys() throws IOException {
    PolledKeySource source = source();
    VerificationKey first = KeysOf.key(Waiting.jwkSet(source), "first", Set.of(ES256));
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(KeysOf.key(Waiting.jwkSet(source), "first", Set.of(ES256))).isEqualTo(first);
    assertThat(Waiting.jwkSet(source).keys()).contains(first);
  }

  @Test
  void looksForUnknownKeyOnceASecond() throws IOException {
    PolledKeySource source = source();
    JwkSet before = Waiting.jwkSet(source);
    write(path, SECOND);
    pass(Duration.ofMillis(999));
    assertThat(Waiting.refreshed(source, before)).isSameAs(before);
    pass(Duration.ofMillis(1));
    JwkSet after = Waiting.refreshed(source, before);
    assertThat(hasSecond(after)).isTrue();
    // A caller with the old set gets the new one at once.
    write(path, FIRST);
    assertThat(Waiting.refreshed(source, before)).isSameAs(after);
    assertThat(Waiting.refreshed(source, after)).isSameAs(after);
    pass(Duration.ofSeconds(1));
    assertThat(hasSecond(Waiting.refreshed(source, after))).isFalse();
  }

  @Test
  void keepsTheSetWhileTheFileIsTheSame() {
    PolledKeySource source = source();
    JwkSet before = Waiting.jwkSet(source);
    for (int i = 0; i < 10; i++) {
      pass(Duration.ofSeconds(7));
      assertThat(Waiting.jwkSet(source)).isSameAs(before);
      assertThat(Waiting.refreshed(source, before)).isSameAs(before);
    }
  }

  @Test
  void dropsRemovedKeys() throws IOException {
    write(path, SECOND);
    PolledKeySource source = source();
    VerificationKey second = KeysOf.key(Waiting.jwkSet(source), "second", Set.of(ED25519));
    write(path, FIRST);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source).keys()).doesNotContain(second);
  }

  @Test
  void refusesToStartWithoutUsableFile() throws IOException {
    assertUnusable(folder, "not a regular file");
    assertUnusable(folder.resolve("nowhere"), "NoSuchFileException");
    write(path, "{}");
    assertUnusable(path, "no array \"keys\"");
    write(path, "");
    assertUnusable(path, "no JSON value");
    write(path, FIRST + " ".repeat(512 * 1024 - FIRST.length()));
    assertThat(Waiting.jwkSet(source()).size()).isEqualTo(1);
    write(path, FIRST + " ".repeat(512 * 1024 - FIRST.length() + 1));
    assertUnusable(path, "524289 octets; at most 524288 are read");
  }

  private static void assertUnusable(Path path, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeySource.file(path))
        .withMessageStartingWith("path: " + path + " has no usable JWK Set")
        .withMessageContaining(reason)
        .withMessageEndingWith("; name a readable file");
  }

  @Test
  void letsOneCallerReadTheFileWhileOthersGoOn() throws IOException, InterruptedException {
    PolledKeySource source = source();
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    Thread[] threads = new Thread[16];
    AtomicLong failures = new AtomicLong();
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(() -> {
            for (int n = 0; n < 200; n++) {
              failures.addAndGet(Waiting.jwkSet(source).size() < 1 ? 1 : 0);
            }
          });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).hasValue(0);
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
  }

  @Test
  void logsKeysThatItLeavesOutAndStarts() throws IOException {
    JwkText good = SigningKey.shared(ES256).jwk("first");
    write(path, JwkText.set(good, "7"));
    try (CapturedLog log = new CapturedLog()) {
      PolledKeySource source = source();
      assertThat(Waiting.jwkSet(source).skipped())
          .containsExactly(new SkippedKey(1, null, "not an object"));
      assertThat(log.text()).containsOnlyOnce(path + " keys[1]: not an object");

      write(path, JwkText.set(good, "7", "8"));
      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source).skipped()).hasSize(2);
      assertThat(log.text())
          .containsOnlyOnce("keys[1]: not an object")
          .containsOnlyOnce(path + " keys[2]: not an object");
    }
  }

  // Code that may block

  private static final JwkSet ONE = JwkSet.parse(FIRST);
  private static final JwkSet TWO = JwkSet.parse(SECOND);

  /** What the code returns next; null for ever if there is nothing. */
  private final AtomicReference<Callable<JwkSet>> next = new AtomicReference<>(() -> ONE);

  private final AtomicInteger polls = new AtomicInteger();

  private PolledKeySource polling(Duration interval) {
    return PolledKeySource.of(
        "vault",
        interval,
        () -> {
          polls.incrementAndGet();
          return next.get().call();
        },
        clocks,
        FetchScene.ON_THE_CALLER);
  }

  private static void assertUnavailable(KeySource source, String reason) {
    assertThatExceptionOfType(KeySourceException.class)
        .isThrownBy(() -> Waiting.jwkSet(source))
        .withMessageStartingWith("no keys of vault: ")
        .withMessageContaining(reason);
  }

  @Test
  void asksForTheFirstTokenAndThenInEveryInterval() {
    PolledKeySource source = polling(Duration.ofMinutes(10));
    assertThat(polls).hasValue(0);
    assertThat(source.health().state()).isEqualTo(State.UNUSED);
    assertThat(source.jwkSet()).isSameAs(ONE);
    next.set(() -> TWO);
    pass(Duration.ofMinutes(10).minusNanos(1));
    assertThat(source.jwkSet()).isSameAs(ONE);
    assertThat(polls).hasValue(1);
    pass(Duration.ofNanos(1));
    assertThat(source.jwkSet()).isSameAs(TWO);
    assertThat(polls).hasValue(2);
    assertThat(source.health())
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.CURRENT, TWO, Duration.ZERO, Duration.ofMinutes(10), null, 2, 0));
  }

  @Test
  void asksForUnknownKeysNotWithinHalfAMinuteOrTheInterval() {
    for (Duration interval : List.of(Duration.ofMinutes(10), Duration.ofSeconds(7))) {
      Duration wait = interval.toSeconds() < 30 ? interval : Duration.ofSeconds(30);
      next.set(() -> ONE);
      PolledKeySource source = polling(interval);
      assertThat(source.jwkSet()).isSameAs(ONE);
      next.set(() -> TWO);
      pass(wait.minusNanos(1));
      assertThat(Waiting.refreshed(source, ONE)).isSameAs(ONE);
      pass(Duration.ofNanos(1));
      assertThat(Waiting.refreshed(source, ONE)).isSameAs(TWO);
      assertThat(Waiting.refreshed(source, ONE)).isSameAs(TWO);
      assertThat(Waiting.refreshed(source, TWO)).isSameAs(TWO);
    }
    assertThat(polls).hasValue(4);
  }

  @Test
  void keepsTheLastKeysForHalfADayWhileItFails() {
    List<KeyRefreshReport> told = new ArrayList<>();
    PolledKeySource source = polling(Duration.ofMinutes(10));
    source.onRefresh(told::add);
    assertThat(source.jwkSet()).isSameAs(ONE);
    next.set(() -> {
      throw new IOException("sealed");
    });
    try (CapturedLog log = new CapturedLog()) {
      pass(Duration.ofHours(12).minusNanos(1));
      assertThat(source.jwkSet()).isSameAs(ONE);
      assertThat(source.health().state()).isEqualTo(State.STALE);
      pass(Duration.ofNanos(1));
      assertThat(source.jwkSet()).isNull();
      assertThat(source.health().state()).isEqualTo(State.UNAVAILABLE);
      assertThat(source.refreshed(null).toCompletableFuture())
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(KeySourceException.class)
          .withMessageContaining("no keys of vault: java.io.IOException: sealed");
      assertThat(log.text())
          .containsOnlyOnce("keys of vault could not be refreshed: java.io.IOException: sealed");
    }
    next.set(() -> TWO);
    pass(Duration.ofSeconds(1));
    assertThat(Waiting.jwkSet(source)).isSameAs(TWO);
    assertThat(told)
        .extracting(KeyRefreshReport::cause, KeyRefreshReport::outcome, KeyRefreshReport::keys)
        .containsExactly(
            tuple(Cause.NO_KEYS, Outcome.RENEWED, 1),
            tuple(Cause.AGE, Outcome.FAILED, 1),
            tuple(Cause.RETRY, Outcome.RENEWED, 2));
  }

  /** Polls, and what reports them. */
  private static void runAll(Deque<Runnable> threads) {
    while (!threads.isEmpty()) {
      threads.remove().run();
    }
  }

  @Test
  void waitsForNewKeysAfterTheMachineWasSuspended() {
    Deque<Runnable> threads = new ArrayDeque<>();
    KeySource source =
        PolledKeySource.of(
            "vault",
            Duration.ofHours(1),
            () -> next.get().call(),
            clocks,
            new LibraryThreads(threads::add, LibraryThreads.SHARED.timer()));
    assertThat(source.jwkSet()).isNull();
    runAll(threads);
    assertThat(source.jwkSet()).isSameAs(ONE);

    next.set(() -> TWO);
    suspend(Duration.ofHours(3));
    assertThat(source.health().age()).isBetween(Duration.ofHours(3), Duration.ofHours(4));
    assertThat(source.health().nextRefresh()).isZero();
    assertThat(source.jwkSet()).isNull();
    CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
    assertThat(waiting).isNotDone();
    runAll(threads);
    assertThat(waiting).isCompletedWithValue(TWO);
    assertThat(source.jwkSet()).isSameAs(TWO);
  }

  @Test
  void countsTheTimeInWhichTheMachineIsSuspendedTowardsHalfADay() {
    PolledKeySource source = polling(Duration.ofHours(1));
    assertThat(source.jwkSet()).isSameAs(ONE);
    next.set(() -> {
      throw new IOException("sealed");
    });
    suspend(Duration.ofHours(11));
    assertThat(source.jwkSet()).isSameAs(ONE);
    assertThat(polls).hasValue(2);
    suspend(Duration.ofHours(1));
    assertThat(source.jwkSet()).isNull();
    assertUnavailable(source, "sealed");
  }

  @Test
  void keepsToTheMeasuredTimeIfTheClockIsSetBack() {
    PolledKeySource source = polling(Duration.ofMinutes(10));
    assertThat(source.jwkSet()).isSameAs(ONE);
    next.set(() -> TWO);
    wallTime.addAndGet(-Duration.ofDays(3).toMillis());
    pass(Duration.ofMinutes(10).minusNanos(1));
    assertThat(source.jwkSet()).isSameAs(ONE);
    pass(Duration.ofNanos(1));
    assertThat(source.jwkSet()).isSameAs(TWO);
  }

  @Test
  void waitsLongerAfterEachFailureUpToAMinute() {
    PolledKeySource source = polling(Duration.ofMinutes(10));
    next.set(() -> {
      throw new NoClassDefFoundError("vault/Client");
    });
    for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
      int before = polls.get();
      assertThat(source.jwkSet()).isNull();
      assertThat(polls).hasValue(before + 1);
      assertUnavailable(source, "NoClassDefFoundError");
      assertThat(source.health().nextRefresh()).isEqualTo(Duration.ofSeconds(seconds));
      pass(Duration.ofSeconds(seconds).minusNanos(1));
      assertThat(source.jwkSet()).isNull();
      assertThat(polls).hasValue(before + 1);
      pass(Duration.ofNanos(1));
    }
  }

  @Test
  void takesNullForAFailure() {
    next.set(() -> null);
    PolledKeySource source = polling(Duration.ofMinutes(10));
    assertUnavailable(source, "NullPointerException: keys");
  }

  @Test
  @Row("F45")
  @DisplayName("code for keys that does not return")
  void runsOnceAtATimeAndLetsNobodyWaitForOneThatHangs() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    PolledKeySource source =
        PolledKeySource.of(
            "vault",
            Duration.ofMinutes(10),
            () -> {
              polls.incrementAndGet();
              end.await();
              return ONE;
            },
            clocks,
            LibraryThreads.SHARED);
    assertThat(source.jwkSet()).isNull();
    CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
    assertThat(waiting).isNotDone();
    Patience.until(() -> polls.get() == 1);

    pass(Duration.ofSeconds(10).plusNanos(1));
    assertThat(source.jwkSet()).isNull();
    assertThat(source.refreshed(null).toCompletableFuture())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("no keys of vault: no answer for 10 s");
    assertThat(source.health().lastError()).isEqualTo("no answer for 10 s");
    assertThat(source.health().state()).isEqualTo(State.UNAVAILABLE);
    assertThat(polls).hasValue(1);

    end.countDown();
    assertThat(waiting.get()).isSameAs(ONE);
    Patience.until(() -> source.health().state() == State.CURRENT);
  }

  private PolledKeySource hanging(CountDownLatch end) {
    return hanging(end, LibraryThreads.SHARED);
  }

  private PolledKeySource hanging(CountDownLatch end, LibraryThreads threads) {
    AtomicReference<JwkSet> first = new AtomicReference<>(ONE);
    PolledKeySource source =
        PolledKeySource.of(
            "vault",
            Duration.ofMinutes(10),
            () -> {
              polls.incrementAndGet();
              JwkSet atOnce = first.getAndSet(null);
              if (atOnce == null) {
                end.await();
              }
              return atOnce == null ? TWO : atOnce;
            },
            clocks,
            threads);
    assertThat(Waiting.jwkSet(source)).isSameAs(ONE);
    // Its result is in force a moment before the poll is over; this one answers when it is over.
    assertThat(Waiting.refreshed(source, ONE)).isSameAs(ONE);
    return source;
  }

  /** The keys may have been withdrawn meanwhile. */
  @Test
  void waitsForKeysThatNobodyHasAskedForSinceLong() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    PolledKeySource source = hanging(end);
    pass(Duration.ofMinutes(20).minusNanos(1));
    assertThat(source.jwkSet()).as("in the background").isSameAs(ONE);
    pass(Duration.ofNanos(1));
    assertThat(source.jwkSet()).isNull();
    CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
    assertThat(waiting).isNotDone();
    end.countDown();
    assertThat(waiting.get()).isSameAs(TWO);
  }

  @Test
  @Row("F45")
  @DisplayName("code for keys that does not return while there are keys")
  void doesNotSayThatAKeyIsUnknownWhileItHangs() {
    CountDownLatch end = new CountDownLatch(1);
    PolledKeySource source = hanging(end);
    pass(Duration.ofMinutes(10));
    assertThat(source.jwkSet()).isSameAs(ONE);
    pass(Duration.ofSeconds(10).plusNanos(1));
    assertThat(source.jwkSet()).isSameAs(ONE);
    assertThat(source.refreshed(ONE).toCompletableFuture())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("no keys of vault: no answer for 10 s");
    end.countDown();
  }

  /** After idle time all callers wait, though the last keys are in force. */
  @Test
  @Row("F45")
  @DisplayName("code for keys that does not return, after idle time")
  void givesTheLastKeysToThoseWhoWaitInVain() {
    CountDownLatch end = new CountDownLatch(1);
    Deque<Runnable> due = new ConcurrentLinkedDeque<>();
    List<KeyRefreshReport> told = new CopyOnWriteArrayList<>();
    try (CapturedLog log = new CapturedLog()) {
      PolledKeySource source = hanging(end, timedBy(due));
      source.onRefresh(told::add);
      pass(Duration.ofMinutes(20));
      assertThat(source.jwkSet()).isNull();
      CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
      assertThat(waiting).isNotDone();
      due.pop().run();
      assertThat(waiting).succeedsWithin(Patience.LONG).isSameAs(ONE);
      assertThat(source.jwkSet()).as("from then on").isSameAs(ONE);
      assertThat(source.refreshed(ONE).toCompletableFuture())
          .as("it may have the key")
          .failsWithin(Duration.ZERO);
      assertThat(source.timeout()).isGreaterThan(Duration.ofSeconds(10));
      awaitLast(told, Outcome.FAILED);
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("keys of vault could not be refreshed: no answer for 10 s");
      assertThat(told.get(told.size() - 1).error()).isEqualTo("no answer for 10 s");

      end.countDown();
      awaitLast(told, Outcome.RENEWED);
      assertThat(source.jwkSet()).isSameAs(TWO);
    }
    // What is told of the first keys may come late.
    assertThat(told)
        .extracting(KeyRefreshReport::cause, KeyRefreshReport::outcome, KeyRefreshReport::keys)
        .endsWith(tuple(Cause.AGE, Outcome.FAILED, 1), tuple(Cause.AGE, Outcome.RENEWED, 2));
  }

  @Test
  void tellsThatAPollHasEndedAfterAll() {
    CountDownLatch end = new CountDownLatch(1);
    Deque<Runnable> due = new ConcurrentLinkedDeque<>();
    List<KeyRefreshReport> told = new CopyOnWriteArrayList<>();
    PolledKeySource source =
        PolledKeySource.of(
            "vault",
            Duration.ofMinutes(10),
            () -> {
              if (polls.incrementAndGet() == 2) {
                end.await();
              }
              return ONE;
            },
            clocks,
            timedBy(due));
    source.onRefresh(told::add);
    assertThat(Waiting.jwkSet(source)).isSameAs(ONE);
    assertThat(Waiting.refreshed(source, ONE)).isSameAs(ONE);
    awaitLast(told, Outcome.RENEWED);
    pass(Duration.ofMinutes(10));
    assertThat(source.jwkSet()).as("in the background").isSameAs(ONE);
    CompletableFuture<JwkSet> waiting = source.refreshed(ONE).toCompletableFuture();
    assertThat(waiting).isNotDone();
    Runnable timeout = due.pop();
    timeout.run();
    assertThat(waiting)
        .as("it may have the key")
        .failsWithin(Patience.LONG)
        .withThrowableThat()
        .withMessageContaining("no keys of vault: no answer for ");
    awaitLast(told, Outcome.FAILED);
    timeout.run();
    end.countDown();
    awaitLast(told, Outcome.CONFIRMED);
    assertThat(told)
        .extracting(KeyRefreshReport::outcome)
        .containsExactly(Outcome.RENEWED, Outcome.FAILED, Outcome.CONFIRMED);
  }

  /** Reports are counted, and lines of the log fill disks. */
  @Test
  void tellsOnceThatAPollFailsWhichIsGivenUpFirst() throws InterruptedException {
    Semaphore end = new Semaphore(0);
    Deque<Runnable> due = new ConcurrentLinkedDeque<>();
    List<KeyRefreshReport> told = new CopyOnWriteArrayList<>();
    PolledKeySource source =
        PolledKeySource.of(
            "slow vault",
            Duration.ofMinutes(10),
            () -> {
              if (polls.incrementAndGet() > 1) {
                end.acquire();
                throw new IOException("sealed");
              }
              return ONE;
            },
            clocks,
            timedBy(due));
    source.onRefresh(told::add);
    assertThat(Waiting.jwkSet(source)).isSameAs(ONE);
    awaitLast(told, Outcome.RENEWED);
    try (CapturedLog log = new CapturedLog()) {
      for (int failed = 1; failed <= 3; failed++) {
        int expected = failed;
        pass(Duration.ofMinutes(10));
        assertThat(source.jwkSet()).isSameAs(ONE);
        due.pop().run();
        Patience.until(() -> told.size() == 1 + expected);
        end.release();
        Patience.until(() -> source.health().failedRefreshes() == expected);
        Patience.until(
            () -> !source.refreshed(ONE).toCompletableFuture().isCompletedExceptionally());
      }
      source.close();
      assertThat(told)
          .extracting(KeyRefreshReport::outcome)
          .containsExactly(Outcome.RENEWED, Outcome.FAILED, Outcome.FAILED, Outcome.FAILED);
      assertThat(log.lines(Level.WARNING))
          .filteredOn(line -> line.contains("slow vault"))
          .hasSize(2)
          .anyMatch(line -> line.contains("no answer for 10 s"))
          .anyMatch(line -> line.contains("sealed"));
    }
  }

  private static void awaitLast(List<KeyRefreshReport> told, Outcome outcome) {
    Patience.until(() -> !told.isEmpty() && told.get(told.size() - 1).outcome() == outcome);
  }

  /** Threads whose timer leaves to the test when it runs what is {@code due}. */
  private static LibraryThreads timedBy(Deque<Runnable> due) {
    return new LibraryThreads(
        LibraryThreads.SHARED.workers(),
        new ScheduledThreadPoolExecutor(0) {
          @Override
          public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            due.push(task);
            return LibraryThreads.SHARED.timer().schedule(() -> {}, delay, unit);
          }
        });
  }

  @Test
  void tellsNothingOfAPollThatEndsAfterItIsClosed() {
    List<KeyRefreshReport> told = new CopyOnWriteArrayList<>();
    List<Runnable> given = new CopyOnWriteArrayList<>();
    try (CapturedLog log = new CapturedLog()) {
      PolledKeySource source =
          PolledKeySource.of(
              "vault",
              Duration.ofMinutes(10),
              () -> {
                throw new IOException("closed");
              },
              clocks,
              new LibraryThreads(given::add, LibraryThreads.SHARED.timer()));
      source.onRefresh(told::add);
      assertThat(source.jwkSet()).isNull();
      source.close();
      while (!given.isEmpty()) {
        given.remove(0).run();
      }
      assertThat(told).isEmpty();
      assertThat(log.lines(Level.WARNING)).isEmpty();
    }
  }

  @Test
  void releasesThoseWhoWaitWhenItIsClosed() {
    CountDownLatch end = new CountDownLatch(1);
    PolledKeySource source = hanging(end);
    pass(Duration.ofMinutes(20));
    CompletableFuture<JwkSet> withoutKey = source.refreshed(ONE).toCompletableFuture();
    CompletableFuture<JwkSet> withKey = source.refreshed(null).toCompletableFuture();
    assertThat(withoutKey).isNotDone();
    assertThat(withKey).isNotDone();
    source.close();
    assertThat(withoutKey)
        .failsWithin(Patience.LONG)
        .withThrowableThat()
        .withMessageContaining("no keys of vault: closed");
    assertThat(withKey).succeedsWithin(Patience.LONG).isSameAs(ONE);
    end.countDown();
  }

  @Test
  void releasesThoseWhoWaitBeforeItTells() {
    AtomicReference<Runnable> poll = new AtomicReference<>();
    Executor pollLaterAndTheRestAtOnce =
        task -> {
          if (!poll.compareAndSet(null, task)) {
            task.run();
          }
        };
    PolledKeySource source =
        PolledKeySource.of(
            "vault",
            Duration.ofMinutes(10),
            () -> ONE,
            clocks,
            new LibraryThreads(pollLaterAndTheRestAtOnce, LibraryThreads.SHARED.timer()));
    CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
    List<Boolean> released = new ArrayList<>();
    source.onRefresh(report -> released.add(waiting.isDone()));
    poll.get().run();
    assertThat(released).containsExactly(true);
  }

  @Test
  void keepsTheInstanceOfEqualKeys() {
    List<KeyRefreshReport> told = new ArrayList<>();
    next.set(() -> JwkSet.parse(FIRST));
    PolledKeySource source = polling(Duration.ofMinutes(10));
    JwkSet first = Waiting.jwkSet(source);
    source.onRefresh(told::add);
    pass(Duration.ofMinutes(10));
    assertThat(source.jwkSet()).isSameAs(first);
    assertThat(polls).hasValue(2);
    assertThat(told).isEmpty();
  }

  @Test
  void describesFailuresThatCannotDescribeThemselves() {
    next.set(() -> {
      throw new IllegalStateException() {
        @Override
        public String getMessage() {
          throw new UnsupportedOperationException();
        }
      };
    });
    assertUnavailable(polling(Duration.ofMinutes(10)), "PolledKeySourceTest$");
  }

  @Test
  void asksNoMoreOnceClosed() {
    PolledKeySource source = polling(Duration.ofMinutes(10));
    source.close();
    assertThat(source.jwkSet()).isNull();
    assertUnavailable(source, "closed");
    assertThat(source.health().nextRefresh()).isNull();
    assertThat(polls).hasValue(0);
  }

  @Test
  void refusesIntervalsThatAreOutOfRange() {
    for (Duration interval :
        List.of(Duration.ofMillis(999), Duration.ofHours(1).plusNanos(1), Duration.ZERO)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> KeySource.polling("vault", interval, () -> ONE))
          .withMessage(
              "interval: " + interval + " is not between PT1S and PT1H; choose some minutes");
    }
    assertThatNullPointerException()
        .isThrownBy(() -> KeySource.polling(null, Duration.ofMinutes(1), () -> ONE))
        .withMessage("name");
    assertThatNullPointerException()
        .isThrownBy(() -> KeySource.polling("vault", Duration.ofMinutes(1), null))
        .withMessage("keys");
  }

  /** Such as where no thread can be started. */
  @Test
  void answersWithTheKeysAtHandWhereNothingReads() {
    LibraryThreads none =
        new LibraryThreads(
            task -> {
              throw new OutOfMemoryError("unable to create native thread");
            },
            LibraryThreads.SHARED.timer());
    PolledKeySource source = PolledKeySource.file(path, clocks, none);
    JwkSet seen = Waiting.jwkSet(source);
    pass(Duration.ofSeconds(1));
    for (int i = 0; i < 2; i++) {
      assertThat(source.refreshed(seen).toCompletableFuture()).isCompletedWithValue(seen);
    }
  }

  /** Such as within a JAR. */
  @Test
  void readsFilesThatTheFileSystemDoesNotNumber() throws IOException {
    Path zip = folder.resolve("keys.zip");
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path inside = files.getPath("jwks.json");
      write(inside, FIRST);
      assertThat(Files.readAttributes(inside, BasicFileAttributes.class).fileKey()).isNull();
      PolledKeySource source = PolledKeySource.file(inside, clocks, FetchScene.ON_THE_CALLER);
      JwkSet first = Waiting.jwkSet(source);

      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source)).isSameAs(first);
      write(inside, SECOND);
      pass(Duration.ofSeconds(5));
      assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
    }
  }
}
