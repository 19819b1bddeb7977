// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Everything that the library logs at any level while this is open, as it would be printed. */
public final class CapturedLog implements AutoCloseable {

  // Without a reference to it, the log manager would drop the logger and its level.
  private final Logger logger = Logger.getLogger("org.jwtvalidation");
  private final Level levelBefore = logger.getLevel();
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Handler collector =
      new Handler() {
        @Override
        public void publish(LogRecord logged) {
          records.add(logged);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Begins to listen. */
  public CapturedLog() {
    collector.setLevel(Level.ALL);
    logger.addHandler(collector);
    logger.setLevel(Level.ALL);
  }

  /** What was logged, oldest first. */
  public List<LogRecord> records() {
    return List.copyOf(records);
  }

  /** The lines of level {@code least} and above. */
  public List<String> lines(Level least) {
    return lines(logged -> logged.getLevel().intValue() >= least.intValue());
  }

  /**
   * The lines of level {@code least} and above that this thread has logged: none of a thread that
   * an earlier test has left behind.
   */
  public List<String> linesOfThisThread(Level least) {
    long self = Thread.currentThread().getId();
    return lines(logged ->
        logged.getLongThreadID() == self && logged.getLevel().intValue() >= least.intValue());
  }

  private List<String> lines(Predicate<LogRecord> choice) {
    SimpleFormatter formatter = new SimpleFormatter();
    return records.stream().filter(choice).map(formatter::format).toList();
  }

  /** All of it. */
  public String text() {
    return String.join("", lines(Level.ALL));
  }

  @Override
  public void close() {
    logger.removeHandler(collector);
    logger.setLevel(levelBefore);
  }
}
