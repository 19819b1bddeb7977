// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.Claim;
import org.jwtvalidation.internal.options.OptionException;

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

  private final Logger logger;
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
  RefreshReporter(Logger logger, String source, Executor threads) {
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
      tolerating(() -> told.accept(report));
    }
  }

  private void log(LogLine line) {
    tolerating(() -> logger.log(line.level, line.text));
  }

  private static void tolerating(Runnable userCode) {
    try {
      userCode.run();
    } catch (Throwable e) {
      // The log may be what fails, so this is not logged.
    }
  }
}
