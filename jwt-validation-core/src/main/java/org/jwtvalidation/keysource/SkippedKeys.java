package org.jwtvalidation.keysource;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;

/** Logs which members of a JWK Set are left out: once, and not again with every refresh. */
final class SkippedKeys {

  private SkippedKeys() {}

  /** Logs what {@code set} leaves out and {@code previous} did not. */
  static void log(Logger logger, String source, JwkSet set, @Nullable JwkSet previous) {
    log(logger, Level.WARNING, source, set.skipped(), previous == null ? null : previous.skipped());
    log(logger, Level.DEBUG, source, set.ignored(), previous == null ? null : previous.ignored());
  }

  private static void log(
      Logger logger,
      Level level,
      String source,
      List<String> lines,
      @Nullable List<String> previous) {
    for (String line : lines) {
      if (previous == null || !previous.contains(line)) {
        logger.log(level, () -> source + " " + line);
      }
    }
  }
}
