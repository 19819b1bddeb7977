// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Logs failures of code that is not the library's: each kind of failure of each such code once a
 * minute, because tokens may cause as many as they like. Thread-safe.
 */
public final class FailureLog {

  /** More than an application has whose failures differ in kind. */
  static final int MAX_KINDS = 100;

  /** A cause may be its own cause, in a circle. */
  private static final int MAX_CAUSES = 5;

  private static final GuardedLogger LOGGER = new GuardedLogger(GuardedLogger.VALIDATIONS);
  private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;
  private final Map<String, Long> loggedAt = new ConcurrentHashMap<>();

  public FailureLog() {
    this(System::nanoTime);
  }

  FailureLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Logs a failure, unless one of the same class has been logged for the same code of late.
   *
   * @param failed what has failed, as the message begins
   * @param consequence what follows, as the message ends
   */
  public void log(String failed, String consequence, Throwable failure) {
    if (isDue(failed + " " + failure.getClass().getName())) {
      LOGGER.log(Level.WARNING, () -> failed + "; " + consequence, failure);
    }
  }

  /** Logs a failure as {@link #log} does, without its message, which may quote a token. */
  public void logWithoutMessage(String failed, String consequence, Throwable failure) {
    if (isDue(failed + " " + failure.getClass().getName())) {
      LOGGER.log(Level.WARNING, () -> failed + "; " + consequence, withoutMessage(failure));
    }
  }

  /** The classes and stack traces of a failure and its causes; its class if it hides the rest. */
  public static Throwable withoutMessage(Throwable failure) {
    try {
      return withoutMessage(failure, 1);
    } catch (Throwable e) {
      // The class of the failure may be the user's, and its methods fail, too.
      return new Exception(failure.getClass().getName());
    }
  }

  /** A failure in its own words; its class if it cannot say them. */
  public static String described(Throwable failure) {
    try {
      return failure.toString();
    } catch (Throwable e) {
      return failure.getClass().getName();
    }
  }

  private static Throwable withoutMessage(Throwable failure, int depth) {
    Throwable cause = failure.getCause();
    Throwable copy =
        new Exception(
            failure.getClass().getName(),
            cause == null || depth == MAX_CAUSES ? null : withoutMessage(cause, depth + 1));
    copy.setStackTrace(failure.getStackTrace());
    return copy;
  }

  private boolean isDue(String kind) {
    long now = nanoTime.getAsLong();
    Long last = loggedAt.get(kind);
    if (last != null) {
      return now - last >= INTERVAL && loggedAt.replace(kind, last, now);
    }
    return loggedAt.size() < MAX_KINDS && loggedAt.putIfAbsent(kind, now) == null;
  }
}
