package org.jwtvalidation.internal.keys;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jwtvalidation.token.UndecidedException;

/** Waits for the keys of all issuers at the same time. */
public final class WarmUp {

  private WarmUp() {}

  /**
   * Waits until each issuer has keys or its source has failed.
   *
   * @throws UndecidedException if an issuer has no keys, or the wait was interrupted
   */
  public static void await(Map<String, IssuerKeys> issuers) {
    Map<String, Supplier<Optional<UndecidedException>>> waits = new LinkedHashMap<>();
    // All begin before the first is waited for.
    issuers.forEach((issuer, keys) -> waits.put(issuer, keys.begin()));
    Map<String, UndecidedException> failures = new LinkedHashMap<>();
    waits.forEach((issuer, wait) -> wait.get().ifPresent(failure -> failures.put(issuer, failure)));
    if (!failures.isEmpty()) {
      // The message of a key source need not name the issuer.
      throw new UndecidedException(
          failures.entrySet().stream()
              .map(failure -> failure.getKey() + ": " + failure.getValue().getMessage())
              .collect(Collectors.joining("; ")),
          failures.values().iterator().next());
    }
  }
}
