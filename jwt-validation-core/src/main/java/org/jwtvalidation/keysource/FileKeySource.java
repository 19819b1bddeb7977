package org.jwtvalidation.keysource;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.keysource.RefreshReporter.LogLine;

/**
 * A JWK Set in a file. One caller reads the file while the others use the set at hand; those whose
 * key is not in it wait for what is being read. The file is read at each refresh and compared with
 * what was read last: neither its time nor its size tells all changes, and reading a few kilobytes
 * costs little more than asking for them.
 */
final class FileKeySource implements KeySource {

  private static final System.Logger LOGGER = System.getLogger(FileKeySource.class.getName());
  private static final long REFRESH_INTERVAL = TimeUnit.SECONDS.toNanos(5);
  private static final long UNKNOWN_KEY_INTERVAL = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_READ = TimeUnit.SECONDS.toNanos(5);

  /**
   * What came of the refreshes so far.
   *
   * @param jwkSet the last good one
   * @param refreshedAt on {@code nanoTime}
   * @param confirmedAt when the file was last found to be good, on {@code nanoTime}
   * @param problem what was wrong at the last refresh, or null
   */
  private record Snapshot(
      JwkSet jwkSet,
      long refreshedAt,
      long confirmedAt,
      @Nullable String problem,
      long refreshes,
      long failedRefreshes) {}

  private final Path path;
  private final LongSupplier nanoTime;
  private final long longestRead;
  private final RefreshReporter reporter;
  private final BoundedExecutor reader;
  private final BoundedExecutor readerForUnknownKeys;
  private final AtomicReference<@Nullable CompletableFuture<JwkSet>> awaited =
      new AtomicReference<>();
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile Snapshot current; // written under refreshing
  private byte[] content; // guarded by refreshing
  private @Nullable String problemOfContent; // guarded by refreshing

  FileKeySource(Path path, LongSupplier nanoTime, LibraryThreads threads) {
    this(path, nanoTime, threads, LONGEST_READ);
  }

  FileKeySource(Path path, LongSupplier nanoTime, LibraryThreads threads, long longestRead) {
    this.path = path;
    this.nanoTime = nanoTime;
    this.longestRead = longestRead;
    this.reporter = new RefreshReporter(LOGGER, path.toString(), threads.workers());
    this.reader = new BoundedExecutor(threads.workers(), 1, 0);
    // One may begin while the thread of the last is on its way back.
    this.readerForUnknownKeys = new BoundedExecutor(threads.workers(), 1, 1);
    JwkSet jwkSet;
    try {
      this.content = read();
      jwkSet = JwkSet.parse(content);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "path: " + path + " has no usable JWK Set (" + describe(e) + "); name a readable file",
          e);
    }
    long now = nanoTime.getAsLong();
    this.current = new Snapshot(jwkSet, now, now, null, 1, 0);
    reporter.tell(SkippedKeys.lines(path.toString(), jwkSet, null), null);
  }

  @Override
  public JwkSet jwkSet() {
    if (isDue(REFRESH_INTERVAL)) {
      refresh(REFRESH_INTERVAL, Cause.AGE);
    }
    return current.jwkSet;
  }

  /**
   * {@inheritDoc}
   *
   * @throws KeySourceException also if the file is not read within 5 seconds
   */
  @Override
  public JwkSet refreshed(JwkSet seen) {
    if (current.jwkSet == seen && isDue(UNKNOWN_KEY_INTERVAL)) {
      lock();
      try {
        refreshIfOlder(UNKNOWN_KEY_INTERVAL, Cause.UNKNOWN_KEY);
      } finally {
        refreshing.unlock();
      }
    }
    return current.jwkSet;
  }

  /** Waits for the caller that reads: what it finds is what this one needs. */
  private void lock() {
    try {
      if (!refreshing.tryLock(longestRead, TimeUnit.NANOSECONDS)) {
        throw new KeySourceException(path + " is still being read", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeySourceException("interrupted while " + path + " was being read", e);
    }
  }

  /** The set at hand; a file that is due is read on a thread of the library. */
  @Override
  public CompletionStage<JwkSet> jwkSetAsync() {
    if (isDue(REFRESH_INTERVAL)) {
      reader.execute(() -> refresh(REFRESH_INTERVAL, Cause.AGE), () -> {});
    }
    return CompletableFuture.completedStage(current.jwkSet);
  }

  @Override
  public CompletionStage<JwkSet> refreshedAsync(JwkSet seen) {
    if (current.jwkSet != seen || !isDue(UNKNOWN_KEY_INTERVAL)) {
      return CompletableFuture.completedStage(current.jwkSet);
    }
    CompletableFuture<JwkSet> answer = new CompletableFuture<>();
    CompletableFuture<JwkSet> earlier = awaited.compareAndExchange(null, answer);
    if (earlier != null) {
      return earlier.minimalCompletionStage();
    }
    readerForUnknownKeys.execute(
        () -> answer(seen, answer), () -> end(answer, current.jwkSet, null));
    return answer.minimalCompletionStage();
  }

  private void answer(JwkSet seen, CompletableFuture<JwkSet> answer) {
    JwkSet jwkSet;
    try {
      jwkSet = refreshed(seen);
    } catch (Throwable e) {
      end(answer, null, e);
      return;
    }
    end(answer, jwkSet, null);
  }

  private void end(
      CompletableFuture<JwkSet> answer, @Nullable JwkSet jwkSet, @Nullable Throwable failure) {
    awaited.set(null);
    if (failure == null) {
      answer.complete(jwkSet);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  @Override
  public void refreshIfDue() {
    var unused = jwkSet();
  }

  @Override
  public void onRefresh(Consumer<KeyRefreshReport> listener) {
    reporter.onRefresh(listener);
  }

  private boolean isDue(long interval) {
    return nanoTime.getAsLong() - current.refreshedAt >= interval;
  }

  private void refresh(long interval, Cause trigger) {
    if (!refreshing.tryLock()) {
      return;
    }
    try {
      refreshIfOlder(interval, trigger);
    } finally {
      refreshing.unlock();
    }
  }

  /** Must be called under {@code refreshing}. */
  private void refreshIfOlder(long interval, Cause trigger) {
    long now = nanoTime.getAsLong();
    if (now - current.refreshedAt >= interval) {
      refreshNow(now, trigger);
    }
  }

  private void refreshNow(long now, Cause trigger) {
    Snapshot before = current;
    JwkSet jwkSet = before.jwkSet;
    String problem;
    try {
      byte[] read = read();
      if (!Arrays.equals(read, content)) {
        content = read;
        problemOfContent = null;
        jwkSet = JwkSet.parse(read);
      }
      problem = problemOfContent;
    } catch (IllegalArgumentException e) {
      problem = describe(e);
      problemOfContent = problem;
    } catch (IOException | RuntimeException e) {
      problem = describe(e);
    }
    Snapshot after =
        new Snapshot(
            jwkSet,
            now,
            problem == null ? now : before.confirmedAt,
            problem,
            before.refreshes + 1,
            before.failedRefreshes + (problem == null ? 0 : 1));
    current = after;
    report(before, after, trigger);
  }

  private void report(Snapshot before, Snapshot after, Cause trigger) {
    String problem = after.problem;
    if (problem == null && before.problem == null && after.jwkSet == before.jwkSet) {
      return;
    }
    List<LogLine> lines = new ArrayList<>();
    Outcome outcome = Outcome.CONFIRMED;
    if (problem != null) {
      outcome = Outcome.FAILED;
      if (!problem.equals(before.problem)) {
        lines.add(
            new LogLine(Level.WARNING, "keys of " + path + " could not be refreshed: " + problem));
      }
    } else if (after.jwkSet != before.jwkSet) {
      outcome = Outcome.RENEWED;
      lines.addAll(SkippedKeys.lines(path.toString(), after.jwkSet, before.jwkSet));
    }
    reporter.tell(
        lines,
        new KeyRefreshReport(
            before.problem == null ? trigger : Cause.RETRY,
            outcome,
            after.jwkSet.size(),
            Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - after.refreshedAt)),
            problem));
  }

  @Override
  public KeySourceHealth health() {
    Snapshot soFar = current;
    long now = nanoTime.getAsLong();
    return new KeySourceHealth(
        soFar.problem == null ? State.CURRENT : State.STALE,
        soFar.jwkSet,
        Duration.ofNanos(Math.max(0, now - soFar.confirmedAt)),
        Duration.ofNanos(Math.max(0, REFRESH_INTERVAL - (now - soFar.refreshedAt))),
        soFar.problem,
        soFar.refreshes,
        soFar.failedRefreshes);
  }

  private byte[] read() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // Opening a named pipe would wait for its writer.
      throw new IOException("not a regular file");
    }
    if (attributes.size() > JwkSet.MAX_OCTETS) {
      throw new IOException(
          attributes.size() + " octets; at most " + JwkSet.MAX_OCTETS + " are read");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(JwkSet.MAX_OCTETS + 1);
    }
  }

  private static String describe(Exception e) {
    return e instanceof IllegalArgumentException ? String.valueOf(e.getMessage()) : e.toString();
  }
}
