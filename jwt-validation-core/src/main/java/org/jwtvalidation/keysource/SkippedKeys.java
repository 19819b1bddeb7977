// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SkippedKey;
import org.jwtvalidation.keysource.RefreshReporter.LogLine;

/** What the log says about keys of a JWK Set that are not used: once, not with every refresh. */
final class SkippedKeys {

  /** Of each level for a refresh: an issuer may change the names of unusable keys every time. */
  static final int MAX_LINES = 10;

  private SkippedKeys() {}

  /** A line for each key that {@code set} leaves out and {@code previous} did not. */
  static List<LogLine> lines(String source, JwkSet set, @Nullable JwkSet previous) {
    List<LogLine> lines = new ArrayList<>();
    add(lines, Level.WARNING, source, set.skipped(), previous == null ? null : previous.skipped());
    add(lines, Level.DEBUG, source, set.ignored(), previous == null ? null : previous.ignored());
    return lines;
  }

  private static void add(
      List<LogLine> lines,
      Level level,
      String source,
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
}
