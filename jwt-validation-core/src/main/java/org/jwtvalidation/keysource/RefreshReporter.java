// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.Claim;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SkippedKey;

/**
 * Tells the log and the listener about refreshes, in order, on a thread of its own: a listener or
 * log appender that blocks or fails delays later reports of the same source and nothing else. Of
 * the reports that wait for it, {@value #CAPACITY} are kept; the rest are counted, and the log says
 * how many were lost. Thread-safe.
 */
final class RefreshReporter {

  /** Hours of refreshes, and little memory. */
  private static final int CAPACITY = 64;

  /** A line for the log. */
  record LogLine(Level level, String text) {}

  /**
   * Of each level on skipped keys for a refresh: an issuer may change the names of unusable keys
   * every time.
   */
  static final int MAX_LINES = 10;

  private final GuardedLogger logger;
  private final String source;
  private final BoundedExecutor teller;
  private final AtomicLong lost = new AtomicLong();
  private final AtomicReference<@Nullable Consumer<KeyRefreshReport>> listener =
      new AtomicReference<>();

  /**
   * A reporter without listener.
   *
   * @param source its name, for the log
   */
  RefreshReporter(GuardedLogger logger, String source, Executor threads) {
    this.logger = logger;
    this.source = source;
    this.teller = new BoundedExecutor(threads, 1, CAPACITY);
  }

  /**
   * Sets the listener, which comes from the one validator that owns the source.
   *
   * @throws IllegalArgumentException if there is one already that has not given the source back
   */
  void onRefresh(Consumer<KeyRefreshReport> observer) {
    Consumer<KeyRefreshReport> before = listener.get();
    boolean isFree = before == null || (before instanceof Claim<?> claim && claim.isGivenBack());
    if (!isFree || !listener.compareAndSet(before, observer)) {
      throw new OptionException(
          "keySource",
          "that of " + source + " already belongs to a validator, which closes it",
          "make a source for each validator, or share the validator");
    }
  }

  /** A line for each key that {@code set} leaves out and {@code previous} did not. */
  List<LogLine> skipped(JwkSet set, @Nullable JwkSet previous) {
    List<LogLine> lines = new ArrayList<>();
    add(lines, Level.WARNING, set.skipped(), previous == null ? null : previous.skipped());
    add(lines, Level.DEBUG, set.ignored(), previous == null ? null : previous.ignored());
    return lines;
  }

  private void add(
      List<LogLine> lines,
      Level level,
      List<SkippedKey> keys,
      @Nullable List<SkippedKey> previous) {
    List<SkippedKey> added =
        keys.stream().filter(key -> previous == null || !previous.contains(key)).toList();
    added.stream()
        .limit(MAX_LINES)
        .forEach(key -> lines.add(new LogLine(level, source + " " + key)));
    if (added.size() > MAX_LINES) {
      int others = added.size() - MAX_LINES;
      lines.add(new LogLine(level, source + " and " + others + " more keys that are not used"));
    }
  }

  /** Logs {@code lines} and passes {@code report} to the listener, soon; never fails or waits. */
  void tell(List<LogLine> lines, @Nullable KeyRefreshReport report) {
    teller.execute(() -> tellNow(lines, report), lost::incrementAndGet);
  }

  private void tellNow(List<LogLine> lines, @Nullable KeyRefreshReport report) {
    long gap = lost.getAndSet(0);
    if (gap > 0) {
      log(
          new LogLine(
              Level.WARNING,
              gap
                  + " reports on keys of "
                  + source
                  + " were lost while a listener or log appender was blocked"));
    }
    lines.forEach(this::log);
    Consumer<KeyRefreshReport> told = listener.get();
    if (report != null && told != null) {
      // What it throws ends with this task, and is not logged: the log may be what fails.
      told.accept(report);
    }
  }

  private void log(LogLine line) {
    logger.log(line.level, line::text, null);
  }
}
