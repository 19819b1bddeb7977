package org.jwtvalidation.keysource;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/**
 * A JWK Set in a file. Readers never wait: one of them looks for a change while the others go on
 * with the set they have.
 */
final class FileKeySource implements KeySource {

  private static final System.Logger LOGGER = System.getLogger(FileKeySource.class.getName());
  private static final long LOOK_INTERVAL = TimeUnit.SECONDS.toNanos(5);
  private static final long UNKNOWN_KEY_INTERVAL = TimeUnit.SECONDS.toNanos(1);

  /**
   * What tells one state of a file from another; a symbolic link that was switched leads to another
   * file key.
   */
  private record Version(Object fileKey, long modified, long size) {}

  /**
   * How the looks at the file went.
   *
   * @param problem what was wrong with the last one, or null
   */
  private record Looks(long looks, long failed, @Nullable String problem) {

    Looks and(@Nullable String newProblem) {
      return new Looks(looks + 1, newProblem == null ? failed : failed + 1, newProblem);
    }
  }

  private final Path path;
  private final LongSupplier nanoTime;
  private final ReentrantLock looking = new ReentrantLock();
  private volatile JwkSet jwkSet;
  private volatile long lookedAt;
  private volatile long confirmedAt;
  private volatile Consumer<KeyRefreshReport> listener = report -> {};
  private volatile Looks looks = new Looks(1, 0, null);
  private Version version; // guarded by looking
  private @Nullable String problemOfVersion; // guarded by looking

  FileKeySource(Path path, LongSupplier nanoTime) {
    this.path = path;
    this.nanoTime = nanoTime;
    try {
      this.version = versionNow();
      this.jwkSet = JwkSet.parse(read());
      this.lookedAt = nanoTime.getAsLong();
      this.confirmedAt = lookedAt;
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "path: " + path + " has no usable JWK Set (" + describe(e) + "); name a readable file",
          e);
    }
    SkippedKeys.log(LOGGER, path.toString(), jwkSet, null);
  }

  @Override
  public JwkSet jwkSet() {
    if (nanoTime.getAsLong() - lookedAt >= LOOK_INTERVAL) {
      look(LOOK_INTERVAL);
    }
    return jwkSet;
  }

  @Override
  public JwkSet refreshed(JwkSet seen) {
    if (jwkSet == seen) {
      look(UNKNOWN_KEY_INTERVAL);
    }
    return jwkSet;
  }

  @Override
  public void onRefresh(Consumer<KeyRefreshReport> observer) {
    listener = observer;
  }

  private void look(long interval) {
    if (!looking.tryLock()) {
      return;
    }
    KeyRefreshReport report;
    try {
      report = looked(interval);
    } finally {
      looking.unlock();
    }
    if (report != null) {
      try {
        listener.accept(report);
      } catch (Exception e) {
        // Keys do not stay away for want of a listener.
      }
    }
  }

  /** Looks if it is time to; null where that brings nothing to tell. */
  private @Nullable KeyRefreshReport looked(long interval) {
    long now = nanoTime.getAsLong();
    if (now - lookedAt < interval) {
      return null;
    }
    lookedAt = now;
    String before = looks.problem;
    JwkSet previous = jwkSet;
    String problem = problemNow();
    looks = looks.and(problem);
    if (problem == null) {
      confirmedAt = now;
    } else if (!problem.equals(before)) {
      LOGGER.log(Level.WARNING, () -> "keys of " + path + " stay as they were: " + problem);
    }
    boolean isSame = jwkSet == previous;
    if (problem == null && before == null && isSame) {
      return null;
    }
    Cause cause = interval == UNKNOWN_KEY_INTERVAL ? Cause.UNKNOWN_KEY : Cause.AGE;
    return new KeyRefreshReport(
        before == null ? cause : Cause.RETRY,
        outcome(problem, isSame),
        jwkSet.size(),
        Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - now)),
        problem);
  }

  private static Outcome outcome(@Nullable String problem, boolean isSame) {
    if (problem != null) {
      return Outcome.FAILED;
    }
    return isSame ? Outcome.CONFIRMED : Outcome.RENEWED;
  }

  /** Reads the file where it has changed; what is wrong with it, or null. */
  private @Nullable String problemNow() {
    try {
      Version current = versionNow();
      if (!current.equals(version)) {
        byte[] document = read();
        // A writer that is not done by now changes the version once more.
        version = current;
        problemOfVersion = take(document);
      }
      return problemOfVersion;
    } catch (IOException e) {
      return describe(e);
    }
  }

  private @Nullable String take(byte[] document) {
    try {
      JwkSet previous = jwkSet;
      jwkSet = JwkSet.parse(document);
      SkippedKeys.log(LOGGER, path.toString(), jwkSet, previous);
      return null;
    } catch (IllegalArgumentException e) {
      return describe(e);
    }
  }

  @Override
  public void refreshIfDue() {
    jwkSet();
  }

  @Override
  public KeySourceHealth health() {
    Looks soFar = looks;
    long now = nanoTime.getAsLong();
    return new KeySourceHealth(
        soFar.problem == null ? State.CURRENT : State.STALE,
        jwkSet.size(),
        Duration.ofNanos(Math.max(0, now - confirmedAt)),
        Duration.ofNanos(Math.max(0, LOOK_INTERVAL - (now - lookedAt))),
        soFar.problem,
        soFar.looks,
        soFar.failed);
  }

  private Version versionNow() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // Opening a named pipe would wait for its writer.
      throw new IOException("not a regular file");
    }
    if (attributes.size() > JwkSet.MAX_OCTETS) {
      throw new IOException(
          attributes.size() + " octets; at most " + JwkSet.MAX_OCTETS + " are read");
    }
    @Nullable Object fileKey = attributes.fileKey();
    return new Version(
        fileKey == null ? path.toRealPath() : fileKey,
        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
        attributes.size());
  }

  private byte[] read() throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(JwkSet.MAX_OCTETS + 1);
    }
  }

  private static String describe(Exception e) {
    return e instanceof IllegalArgumentException ? String.valueOf(e.getMessage()) : e.toString();
  }
}
