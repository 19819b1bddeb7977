// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;

/**
 * Finds the configured issuer that a token means which names it with another scheme or case, or
 * with a slash at the end too many or too few: the mistake of a configuration, which the log tells
 * once at a level that is seen. Thread-safe.
 */
public final class NearNames {

  private static final GuardedLogger LOGGER = new GuardedLogger(GuardedLogger.VALIDATIONS);

  private final Map<String, String> byCore = new HashMap<>();
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  public NearNames(Collection<String> configured) {
    configured.forEach(name -> byCore.put(core(name), name));
  }

  /** What to say of a token whose issuer is unknown; null if it is like no configured one. */
  public @Nullable Hint hint(String unknown) {
    String configured = byCore.get(core(unknown));
    if (configured == null) {
      return null;
    }
    Hint hint = new Hint(() -> explained(configured, unknown));
    // As many lines as there are configured names at most, whatever tokens come.
    if (told.add(configured)) {
      LOGGER.log(Level.WARNING, () -> "tokens are rejected: " + hint, null);
    }
    return hint;
  }

  private static String explained(String configured, String unknown) {
    String difference =
        withoutSlash(configured).equals(withoutSlash(unknown))
            ? "by a slash at the end"
            : configured.equalsIgnoreCase(unknown)
                ? "by capital letters"
                : "by its scheme, capital letters or a slash";
    return "the issuer is configured as "
        + configured
        + ", from which that of the token differs "
        + difference
        + "; configure it exactly as the issuer writes it";
  }

  private static String core(String name) {
    String lower = withoutSlash(name).toLowerCase(Locale.ROOT);
    return lower.startsWith("https://")
        ? lower.substring("https://".length())
        : lower.startsWith("http://") ? lower.substring("http://".length()) : lower;
  }

  private static String withoutSlash(String name) {
    return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
  }
}
