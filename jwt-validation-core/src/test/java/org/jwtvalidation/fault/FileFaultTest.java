// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Row;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.keysource.SteeredTime;
import org.jwtvalidation.keysource.Waiting;

/** What may become of a file with keys while it is in use. */
@Timeout(300)
public class FileFaultTest {

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

  private KeySource source() {
    return SteeredTime.file(path, nanoTime::get);
  }

  /** Writes with a time of its own, as if the file system's clock were fine enough. */
  private void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + ++changes * 1000));
  }

  private void replace(Path from) throws IOException {
    Files.move(from, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void pass(Duration duration) {
    nanoTime.addAndGet(duration.toNanos());
  }

  private static boolean hasSecond(JwkSet set) {
    return KeysOf.key(set, "second", Set.of(ED25519)) != null;
  }

  private interface Change {
    void make() throws Exception;
  }

  /**
   * States that the last good set goes on being used while something is wrong with the file, that
   * health says so and the log once, and that all is well as soon as the file is.
   *
   * @param error part of what health and log say
   */
  private void assertOutlives(Change fault, Change repair, String error) throws Exception {
    KeySource source = source();
    JwkSet good = Waiting.jwkSet(source);
    try (CapturedLog log = new CapturedLog()) {
      fault.make();
      for (int looks = 1; looks <= 20; looks++) {
        pass(Duration.ofSeconds(5));
        assertThat(Waiting.jwkSet(source)).isSameAs(good);
        assertThat(Waiting.refreshed(source, good)).isSameAs(good);
        KeySourceHealth health = source.health();
        assertThat(health.state()).isEqualTo(State.STALE);
        assertThat(health.isUsable()).isTrue();
        assertThat(health.keys()).isEqualTo(1);
        assertThat(health.lastError()).contains(error);
        assertThat(health.failedRefreshes()).isEqualTo(looks);
        assertThat(health.age()).isEqualTo(Duration.ofSeconds(5L * looks));
      }
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("keys of " + path + " could not be refreshed: ")
          .contains(error);
    }

    repair.make();
    pass(Duration.ofSeconds(5));
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
    KeySourceHealth health = source.health();
    assertThat(health.state()).isEqualTo(State.CURRENT);
    assertThat(health.lastError()).isNull();
    assertThat(health.age()).isZero();
    assertThat(health.refreshes()).isEqualTo(22);
    assertThat(health.failedRefreshes()).isEqualTo(20);
  }

  @Test
  @Row("F33")
  @DisplayName("file deleted")
  void outlivesDeletion() throws Exception {
    assertOutlives(() -> Files.delete(path), () -> write(path, SECOND), "NoSuchFileException");
  }

  @Test
  @Row("F33")
  @DisplayName("file deleted, and back as it was")
  void outlivesDeletionOfFileThatComesBack() throws IOException {
    KeySource source = source();
    JwkSet good = Waiting.jwkSet(source);
    Path away = folder.resolve("away.json");
    Files.move(path, away);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    assertThat(source.health().state()).isEqualTo(State.STALE);
    Files.move(away, path);
    pass(Duration.ofSeconds(5));
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, -1})
  @Row("F33")
  @DisplayName("file truncated in the middle of a write")
  void outlivesHalfAWrite(int octets) throws Exception {
    assertOutlives(
        () -> write(path, SECOND.substring(0, octets < 0 ? SECOND.length() + octets : octets)),
        () -> write(path, SECOND),
        "JWK Set: ");
  }

  @Test
  @Row("F33")
  @DisplayName("file without a usable key")
  void outlivesEmptySet() throws Exception {
    assertOutlives(() -> write(path, "{\"keys\":[]}"), () -> write(path, SECOND), "no usable key");
  }

  @Test
  @Row("F33")
  @DisplayName("file replaced by rename")
  void followsRename() throws IOException {
    KeySource source = source();
    Path next = folder.resolve("next.json");
    write(next, SECOND);
    replace(next);
    pass(Duration.ofSeconds(5));
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
    assertThat(source.health().failedRefreshes()).isZero();
  }

  @Test
  @Row("F33")
  @DisplayName("file replaced by rename, time and size being the same")
  void followsRenameToFileThatLooksTheSame() throws IOException {
    KeySource source = source();
    Path next = folder.resolve("next.json");
    Files.writeString(next, FIRST.replace("first", "other"));
    Files.setLastModifiedTime(next, Files.getLastModifiedTime(path));
    replace(next);
    pass(Duration.ofSeconds(5));
    assertThat(KeysOf.key(Waiting.jwkSet(source), "first", Set.of(ES256))).isNull();
    assertThat(KeysOf.key(Waiting.jwkSet(source), "other", Set.of(ES256))).isNotNull();
  }

  @Test
  @Row("F33")
  @DisplayName("file replaced by rename, by a broken one")
  void outlivesRenameOfBrokenFile() throws Exception {
    Path next = folder.resolve("next.json");
    assertOutlives(
        () -> {
          write(next, "<html>");
          replace(next);
        },
        () -> {
          write(next, SECOND);
          replace(next);
        },
        "JWK Set: ");
  }

  /** As the kubelet does it: the file leads to ..data, and ..data to a folder of its own time. */
  private void mount(String time, String text) throws IOException {
    Path dated = Files.createDirectory(folder.resolve(".." + time));
    Files.setLastModifiedTime(
        Files.writeString(dated.resolve("jwks.json"), text),
        FileTime.fromMillis(1_700_000_000_000L));
    Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), dated.getFileName());
    Files.move(
        link,
        folder.resolve("..data"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void unmount(String time) throws IOException {
    Files.delete(folder.resolve(".." + time).resolve("jwks.json"));
    Files.delete(folder.resolve(".." + time));
  }

  private void mountFirst() throws IOException {
    Files.delete(path);
    mount("2026_03_01_12_00_00", FIRST);
    Files.createSymbolicLink(path, Path.of("..data", "jwks.json"));
  }

  @Test
  @Row("F33")
  @DisplayName("symbolic link switched as Kubernetes does")
  void followsSwitchOfMountedSecret() throws IOException {
    mountFirst();
    KeySource source = source();
    JwkSet before = Waiting.jwkSet(source);
    mount("2026_03_01_12_01_00", FIRST.replace("first", "other"));
    unmount("2026_03_01_12_00_00");

    assertThat(Waiting.jwkSet(source)).isSameAs(before);
    pass(Duration.ofSeconds(5));
    assertThat(KeysOf.key(Waiting.jwkSet(source), "first", Set.of(ES256))).isNull();
    assertThat(KeysOf.key(Waiting.jwkSet(source), "other", Set.of(ES256))).isNotNull();
    assertThat(source.health().failedRefreshes()).isZero();
    assertThat(Files.readSymbolicLink(path)).isEqualTo(Path.of("..data", "jwks.json"));
  }

  @Test
  @Row("F33")
  @DisplayName("symbolic link switched for a token of a new key")
  void followsSwitchOfMountedSecretForUnknownKey() throws IOException {
    mountFirst();
    KeySource source = source();
    JwkSet before = Waiting.jwkSet(source);
    mount("2026_03_01_12_01_00", SECOND);
    pass(Duration.ofSeconds(1));
    assertThat(hasSecond(Waiting.refreshed(source, before))).isTrue();
  }

  @Test
  @Row("F33")
  @DisplayName("symbolic link that leads nowhere for a while")
  void outlivesLinkToNowhere() throws Exception {
    mountFirst();
    assertOutlives(
        () -> unmount("2026_03_01_12_00_00"),
        () -> mount("2026_03_01_12_01_00", SECOND),
        "NoSuchFileException");
  }

  @Test
  @Row("F33")
  @DisplayName("symbolic link that leads to itself")
  void outlivesLinkToItself() throws Exception {
    assertOutlives(
        () -> {
          Files.delete(path);
          Files.createSymbolicLink(path, path);
        },
        () -> {
          Files.delete(path);
          write(path, SECOND);
        },
        "FileSystemException");
  }

  /** Permissions change neither the time nor the size of a file. */
  @Test
  @Row("F33")
  @DisplayName("permission lost")
  void outlivesLostPermission() throws Exception {
    assertOutlives(
        () -> {
          write(path, SECOND);
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
          assumeTrue(!Files.isReadable(path), "this user may read everything");
        },
        () -> Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------")),
        "AccessDeniedException");
  }

  @Test
  @Row("F33")
  @DisplayName("permission of the folder lost")
  void outlivesLostPermissionOfFolder() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    path = inner.resolve("jwks.json");
    write(path, FIRST);
    try {
      assertOutlives(
          () -> {
            write(path, SECOND);
            Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("---------"));
            assumeTrue(!Files.isReadable(path), "this user may read everything");
          },
          () -> Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwx------")),
          "AccessDeniedException");
    } finally {
      // Otherwise the folder cannot be deleted.
      Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  @Row("F33")
  @DisplayName("directory in place of the file")
  void outlivesDirectory() throws Exception {
    assertOutlives(
        () -> {
          Files.delete(path);
          Files.createDirectory(path);
        },
        () -> {
          Files.delete(path);
          write(path, SECOND);
        },
        "not a regular file");
  }

  @Test
  @Row("F33")
  @DisplayName("named pipe in place of the file")
  void neverOpensNamedPipe() {
    assertTimeoutPreemptively(
        FaultScene.PATIENCE,
        () ->
            assertOutlives(
                () -> {
                  Files.delete(path);
                  makePipe(path);
                  assertThatIllegalArgumentException()
                      .isThrownBy(this::source)
                      .withMessageContaining("not a regular file");
                },
                () -> {
                  Files.delete(path);
                  write(path, SECOND);
                },
                "not a regular file"));
  }

  @Test
  @Row("F33")
  @DisplayName("symbolic link to a named pipe in place of the file")
  void neverOpensNamedPipeBehindALink() {
    Path pipe = folder.resolve("pipe");
    assertTimeoutPreemptively(
        FaultScene.PATIENCE,
        () ->
            assertOutlives(
                () -> {
                  makePipe(pipe);
                  Files.delete(path);
                  Files.createSymbolicLink(path, pipe);
                },
                () -> {
                  Files.delete(path);
                  write(path, SECOND);
                },
                "not a regular file"));
  }

  private static void makePipe(Path path) throws InterruptedException {
    try {
      Process mkfifo = new ProcessBuilder("mkfifo", path.toString()).start();
      assumeTrue(
          mkfifo.waitFor(1, TimeUnit.MINUTES) && mkfifo.exitValue() == 0, "mkfifo does not work");
    } catch (IOException e) {
      assumeTrue(false, "this machine has no mkfifo");
    }
  }

  @Test
  @Row({"F39", "F41"})
  @DisplayName("file rewritten in place, time and size being the same")
  void noticesRewriteThatLooksTheSame() throws IOException {
    KeySource source = source();
    JwkSet withdrawn = Waiting.jwkSet(source);
    FileTime time = Files.getLastModifiedTime(path);
    Files.writeString(path, FIRST.replace("first", "other"));
    Files.setLastModifiedTime(path, time);

    pass(Duration.ofSeconds(10));
    JwkSet renewed = Waiting.jwkSet(source);
    assertThat(KeysOf.key(renewed, "first", Set.of(ES256))).isNull();
    assertThat(KeysOf.key(renewed, "other", Set.of(ES256))).isNotNull();
    assertThat(renewed.keys()).doesNotContainAnyElementsOf(withdrawn.keys());
    pass(Duration.ofSeconds(10));
    assertThat(Waiting.jwkSet(source)).as("as long as the content is equal").isSameAs(renewed);
  }

  @Test
  @Row({"F39", "F41"})
  @DisplayName("file rewritten in place, and a token of the new key")
  void noticesRewriteThatLooksTheSameForUnknownKey() throws IOException {
    KeySource source = source();
    JwkSet before = Waiting.jwkSet(source);
    FileTime time = Files.getLastModifiedTime(path);
    Files.writeString(path, FIRST.replace("first", "other"));
    Files.setLastModifiedTime(path, time);

    pass(Duration.ofSeconds(1));
    assertThat(KeysOf.key(Waiting.refreshed(source, before), "other", Set.of(ES256))).isNotNull();
  }

  /** Its beginning would do: a good set, and blanks without end. */
  @Test
  @Row("F33")
  @DisplayName("file of 1 GB")
  void readsNothingOfAHugeFile() throws Exception {
    assertOutlives(
        () -> {
          write(path, SECOND);
          try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(1L << 30);
          }
          assertThatIllegalArgumentException()
              .isThrownBy(this::source)
              .withMessageContaining("1073741824 octets; at most 524288 are read");
        },
        () -> write(path, SECOND),
        "1073741824 octets; at most 524288 are read");
  }

  @Test
  @Row("F33")
  @DisplayName("one problem after another")
  void saysInTheLogWhatIsWrongNow() throws IOException {
    KeySource source = source();
    JwkSet good = Waiting.jwkSet(source);
    try (CapturedLog log = new CapturedLog()) {
      Files.delete(path);
      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source)).isSameAs(good);
      write(path, "{}");
      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source)).isSameAs(good);
      Files.delete(path);
      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source)).isSameAs(good);
      write(path, FIRST);
      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      Files.delete(path);
      pass(Duration.ofSeconds(5));
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      assertThat(log.lines(Level.WARNING))
          .satisfiesExactly(
              line -> assertThat(line).contains("NoSuchFileException"),
              line -> assertThat(line).contains("no array \"keys\""),
              line -> assertThat(line).contains("NoSuchFileException"),
              line -> assertThat(line).contains("NoSuchFileException"));
    }
  }

  /** What is looked at and found to be the same is confirmed, however old the file may be. */
  @Test
  void countsTheAgeFromTheLastGoodLook() {
    KeySource source = source();
    JwkSet good = Waiting.jwkSet(source);
    assertThat(source.health())
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.CURRENT, good, Duration.ZERO, Duration.ofSeconds(5), null, 1, 0));
    pass(Duration.ofHours(3));
    assertThat(source.health().age()).isEqualTo(Duration.ofHours(3));
    assertThat(source.health().nextRefresh()).isZero();
    Waiting.refreshIfDue(source);
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    assertThat(source.health())
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.CURRENT, good, Duration.ZERO, Duration.ofSeconds(5), null, 2, 0));
  }

  @Test
  void looksAtTheFileWithoutAnyToken() throws IOException {
    KeySource source = source();
    write(path, SECOND);
    Waiting.refreshIfDue(source);
    assertThat(source.health().keys()).isEqualTo(1);
    pass(Duration.ofSeconds(5));
    Waiting.refreshIfDue(source);
    assertThat(source.health().keys()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F45")
  @DisplayName("a slow disk, while tokens of a new key arrive")
  void givesTheNewKeyToAllThatAskWhileTheKeysAreRead(boolean waiting) throws Exception {
    AtomicBoolean isSlow = new AtomicBoolean();
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger reads = new AtomicInteger();
    KeySource source =
        SteeredTime.polling(
            () -> {
              reads.incrementAndGet();
              if (isSlow.get()) {
                end.await();
              }
              return JwkSet.parse(Files.readString(path));
            },
            nanoTime::get);
    JwkSet before = Waiting.jwkSet(source);
    // Its result is in force a moment before the poll is over; this one answers when it is over.
    assertThat(Waiting.refreshed(source, before)).isSameAs(before);
    write(path, SECOND);
    isSlow.set(true);
    pass(Duration.ofSeconds(30));

    List<CompletableFuture<JwkSet>> found = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      found.add(
          waiting
              ? CompletableFuture.supplyAsync(
                  () -> Waiting.refreshed(source, before), task -> new Thread(task).start())
              : source.refreshed(before).toCompletableFuture());
    }
    assertThat(source.jwkSet()).as("meanwhile").isSameAs(before);
    end.countDown();

    for (CompletableFuture<JwkSet> answer : found) {
      assertThat(hasSecond(answer.get())).isTrue();
    }
    assertThat(reads).hasValue(2);
  }
}
