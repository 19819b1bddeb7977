// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The first errors that the library logs while this is open; of all else it keeps nothing. */
final class ErrorLog implements AutoCloseable {

  private static final int WORTH_KEEPING = 20;

  // The log manager would forget a logger that nobody holds.
  private final Logger logger = Logger.getLogger("org.jwtvalidation");
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Handler collector =
      new Handler() {
        @Override
        public void publish(LogRecord logged) {
          if (isLoggable(logged) && lines.size() < WORTH_KEEPING) {
            lines.add(logged.getMessage());
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  ErrorLog() {
    collector.setLevel(Level.SEVERE);
    logger.addHandler(collector);
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.removeHandler(collector);
  }
}
