package org.jwtvalidation.http;

import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps failures of a log appender out of requests, which log on the caller's thread. */
final class GuardedLogger {

  private final System.Logger logger;

  GuardedLogger(Class<?> name) {
    this.logger = System.getLogger(name.getName());
  }

  void log(Level level, Supplier<String> message, @Nullable Throwable cause) {
    try {
      logger.log(level, message, cause);
    } catch (Throwable e) {
      // There is no other place to report it.
    }
  }
}
