// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Prevents a failing log appender from failing the code that logs, which runs on callers' threads.
 */
public final class GuardedLogger {

  /** The logger of validations, named after their facade wherever the code is. */
  public static final String VALIDATIONS = "org.jwtvalidation.TokenValidator";

  private final System.Logger logger;

  public GuardedLogger(String name) {
    this.logger = System.getLogger(name);
  }

  public void log(Level level, Supplier<String> message, @Nullable Throwable cause) {
    try {
      logger.log(level, message, cause);
    } catch (Throwable e) {
      // There is no other place to report it.
    }
  }
}
