package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Patience;
import org.jwtvalidation.Row;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.SkippedKey;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;

class FileKeySourceTest {

  private static final String FIRST = JwkText.set(SigningKey.shared(ES256).jwk("first"));
  private static final String SECOND =
      JwkText.set(SigningKey.shared(ES256).jwk("first"), SigningKey.shared(ED25519).jwk("second"));

  @TempDir private Path folder;
  private Path path;
  private long changes;
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 3);

  @BeforeEach
  void writeFirst() throws IOException {
    path = folder.resolve("jwks.json");
    write(path, FIRST);
  }

  private FileKeySource source() {
    return new FileKeySource(path, nanoTime::get, FetchScene.ON_THE_CALLER);
  }

  /** Writes with a time of its own, as if the file system's clock were fine enough. */
  private void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + ++changes * 1000));
  }

  private void pass(Duration duration) {
    nanoTime.addAndGet(duration.toNanos());
  }

  private static boolean hasSecond(JwkSet set) {
    return KeysOf.key(set, "second", Set.of(ED25519)) != null;
  }

  @Test
  void readsTheFileWhenMade() {
    FileKeySource source = source();
    assertThat(source.jwkSet().size()).isEqualTo(1);
    assertThat(source.jwkSet()).isSameAs(source.jwkSet());
    source.close();
  }

  @Test
  void seesChangeAfterFiveSeconds() throws IOException {
    FileKeySource source = source();
    JwkSet before = source.jwkSet();
    write(path, SECOND);
    pass(Duration.ofMillis(4999));
    assertThat(source.jwkSet()).isSameAs(before);
    pass(Duration.ofMillis(1));
    assertThat(hasSecond(source.jwkSet())).isTrue();
  }

  @Test
  void tellsOfChangesAndFailuresAlone() throws IOException {
    List<KeyRefreshReport> told = new ArrayList<>();
    FileKeySource source = source();
    source.onRefresh(told::add);
    pass(Duration.ofSeconds(5));
    assertThat(source.jwkSet().size()).isEqualTo(1);
    assertThat(told).isEmpty();

    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(source.jwkSet().size()).isEqualTo(2);
    write(path, "{");
    pass(Duration.ofSeconds(5));
    assertThat(source.jwkSet().size()).isEqualTo(2);
    write(path, FIRST);
    pass(Duration.ofSeconds(1));
    assertThat(source.refreshed(source.jwkSet()).size()).isEqualTo(1);
    write(path, SECOND);
    pass(Duration.ofSeconds(1));
    assertThat(source.refreshed(source.jwkSet()).size()).isEqualTo(2);

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
    FileKeySource source = source();
    source.onRefresh(told::add);
    Path away = folder.resolve("away");
    Files.move(path, away);
    pass(Duration.ofSeconds(5));
    assertThat(source.jwkSet()).isNotNull();
    Files.move(away, path);
    for (int i = 0; i < 3; i++) {
      pass(Duration.ofSeconds(5));
      assertThat(source.jwkSet()).isNotNull();
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
    FileKeySource source =
        new FileKeySource(path, () -> nanoTime.addAndGet(1_000_000), FetchScene.ON_THE_CALLER);
    source.onRefresh(told::add);
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(source.jwkSet().size()).isEqualTo(2);
    assertThat(told).extracting(KeyRefreshReport::duration).containsExactly(Duration.ofMillis(1));
  }

  @Test
  void leavesLooksToEveryThread() throws Exception {
    FileKeySource source = source();
    pass(Duration.ofSeconds(5));
    assertThat(hasSecond(source.jwkSet())).isFalse();
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(hasSecond(CompletableFuture.supplyAsync(source::jwkSet).get())).isTrue();
  }

  @Test
  void hasKeysEvenIfTheListenerFails() throws IOException {
    FileKeySource source = source();
    source.onRefresh(report -> {
      throw new IllegalStateException("deaf");
    });
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(source.jwkSet().size()).isEqualTo(2);
  }

  @Test
  void retainsTheInstancesOfUnchangedKeys() throws IOException {
    FileKeySource source = source();
    VerificationKey first = KeysOf.key(source.jwkSet(), "first", Set.of(ES256));
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    assertThat(KeysOf.key(source.jwkSet(), "first", Set.of(ES256))).isEqualTo(first);
    assertThat(source.jwkSet().keys()).contains(first);
  }

  @Test
  void looksForUnknownKeyOnceASecond() throws IOException {
    FileKeySource source = source();
    JwkSet before = source.jwkSet();
    write(path, SECOND);
    pass(Duration.ofMillis(999));
    assertThat(source.refreshed(before)).isSameAs(before);
    pass(Duration.ofMillis(1));
    JwkSet after = source.refreshed(before);
    assertThat(hasSecond(after)).isTrue();
    // A caller with the old set gets the new one at once.
    write(path, FIRST);
    assertThat(source.refreshed(before)).isSameAs(after);
    assertThat(source.refreshed(after)).isSameAs(after);
    pass(Duration.ofSeconds(1));
    assertThat(hasSecond(source.refreshed(after))).isFalse();
  }

  @Test
  void keepsTheSetWhileTheFileIsTheSame() {
    FileKeySource source = source();
    JwkSet before = source.jwkSet();
    for (int i = 0; i < 10; i++) {
      pass(Duration.ofSeconds(7));
      assertThat(source.jwkSet()).isSameAs(before);
      assertThat(source.refreshed(before)).isSameAs(before);
    }
  }

  @Test
  void dropsRemovedKeys() throws IOException {
    write(path, SECOND);
    FileKeySource source = source();
    VerificationKey second = KeysOf.key(source.jwkSet(), "second", Set.of(ED25519));
    write(path, FIRST);
    pass(Duration.ofSeconds(5));
    assertThat(source.jwkSet().keys()).doesNotContain(second);
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
    assertThat(source().jwkSet().size()).isEqualTo(1);
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
    FileKeySource source = source();
    write(path, SECOND);
    pass(Duration.ofSeconds(5));
    Thread[] threads = new Thread[16];
    AtomicLong failures = new AtomicLong();
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(() -> {
            for (int n = 0; n < 200; n++) {
              failures.addAndGet(source.jwkSet().size() < 1 ? 1 : 0);
            }
          });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).hasValue(0);
    assertThat(hasSecond(source.jwkSet())).isTrue();
  }

  @Test
  void logsKeysThatItLeavesOutAndStarts() throws IOException {
    JwkText good = SigningKey.shared(ES256).jwk("first");
    write(path, JwkText.set(good, "7"));
    try (CapturedLog log = new CapturedLog()) {
      FileKeySource source = source();
      assertThat(source.jwkSet().skipped())
          .containsExactly(new SkippedKey(1, null, "not an object"));
      assertThat(log.text()).containsOnlyOnce(path + " keys[1]: not an object");

      write(path, JwkText.set(good, "7", "8"));
      pass(Duration.ofSeconds(5));
      assertThat(source.jwkSet().skipped()).hasSize(2);
      assertThat(log.text())
          .containsOnlyOnce("keys[1]: not an object")
          .containsOnlyOnce(path + " keys[2]: not an object");
    }
  }

  @Test
  void returnsTheKeysAtHandWhileAnotherCallerReads() throws IOException {
    AtomicReference<Runnable> duringLook = new AtomicReference<>(() -> {});
    LongSupplier clock =
        () -> {
          duringLook.get().run();
          return nanoTime.get();
        };
    FileKeySource source = new FileKeySource(path, clock, FetchScene.ON_THE_CALLER);
    JwkSet before = source.jwkSet();
    write(path, SECOND);
    List<JwkSet> seenByOther = new ArrayList<>();
    // The clock is read once for the request, and once more for the refresh.
    duringLook.set(() ->
        duringLook.set(() -> {
          duringLook.set(() -> {});
          seenByOther.add(CompletableFuture.supplyAsync(source::jwkSet).join());
        }));
    pass(Duration.ofSeconds(5));

    assertThat(hasSecond(source.jwkSet())).isTrue();
    assertThat(seenByOther).containsExactly(before);
  }

  /** Answers what {@code question} does on another thread while the file is being read. */
  private CompletableFuture<JwkSet> askedDuringRead(
      Function<FileKeySource, CompletionStage<JwkSet>> question) {
    AtomicReference<Runnable> duringLook = new AtomicReference<>(() -> {});
    LongSupplier clock =
        () -> {
          duringLook.get().run();
          return nanoTime.get();
        };
    FileKeySource source = new FileKeySource(path, clock, FetchScene.ON_THE_CALLER, 1);
    JwkSet seen = source.jwkSet();
    List<CompletableFuture<JwkSet>> answers = new ArrayList<>();
    // The clock is read once for the request, and once more for the refresh.
    duringLook.set(() ->
        duringLook.set(() -> {
          duringLook.set(() -> {});
          CompletableFuture<JwkSet> answer = new CompletableFuture<>();
          answers.add(answer);
          Thread other =
              new Thread(() ->
                  question
                      .apply(source)
                      .whenComplete((set, failure) -> {
                        if (failure == null) {
                          answer.complete(set);
                        } else {
                          answer.completeExceptionally(failure);
                        }
                      }));
          other.start();
          Patience.until(answer::isDone);
        }));
    pass(Duration.ofSeconds(1));
    assertThat(source.refreshed(seen)).isSameAs(seen);
    return answers.get(0);
  }

  private static CompletionStage<JwkSet> blocking(FileKeySource source) {
    try {
      return CompletableFuture.completedStage(source.refreshed(source.jwkSet()));
    } catch (RuntimeException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  @Test
  @Row("F45")
  @DisplayName("a file whose read does not end")
  void waitsForAReadThatDoesNotEndNoLongerThanItMay() {
    assertThat(askedDuringRead(FileKeySourceTest::blocking))
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(KeySourceException.class)
        .withMessageEndingWith(path + " is still being read");
    assertThat(askedDuringRead(source -> source.refreshedAsync(source.jwkSet())))
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(KeySourceException.class)
        .withMessageEndingWith(path + " is still being read");
  }

  @Test
  void endsTheWaitOfAnInterruptedThread() {
    AtomicBoolean isInterrupted = new AtomicBoolean();
    assertThat(
            askedDuringRead(source -> {
              Thread.currentThread().interrupt();
              CompletionStage<JwkSet> answer = blocking(source);
              isInterrupted.set(Thread.currentThread().isInterrupted());
              return answer;
            }))
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(KeySourceException.class)
        .withMessageEndingWith("interrupted while " + path + " was being read");
    assertThat(isInterrupted).isTrue();
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
    FileKeySource source = new FileKeySource(path, nanoTime::get, none);
    JwkSet seen = source.jwkSet();
    pass(Duration.ofSeconds(1));
    for (int i = 0; i < 2; i++) {
      assertThat(source.refreshedAsync(seen).toCompletableFuture()).isCompletedWithValue(seen);
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
      FileKeySource source = new FileKeySource(inside, nanoTime::get, FetchScene.ON_THE_CALLER);
      JwkSet first = source.jwkSet();

      pass(Duration.ofSeconds(5));
      assertThat(source.jwkSet()).isSameAs(first);
      write(inside, SECOND);
      pass(Duration.ofSeconds(5));
      assertThat(hasSecond(source.jwkSet())).isTrue();
    }
  }
}
