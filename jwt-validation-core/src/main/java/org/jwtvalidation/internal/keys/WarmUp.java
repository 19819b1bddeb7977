package org.jwtvalidation.internal.keys;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jwtvalidation.jwk.JwkSet;
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
    Map<String, UndecidedException> failed = new HashMap<>();
    Map<String, Awaited<JwkSet>> awaited = new HashMap<>();
    // All begin before the first is waited for.
    issuers.forEach((issuer, keys) -> {
      try {
        if (keys.atHand() == null) {
          awaited.put(issuer, keys.first());
        }
      } catch (Throwable e) {
        failed.put(issuer, keys.undecided(e));
      }
    });
    awaited.forEach((issuer, answer) -> {
      IssuerKeys keys = Objects.requireNonNull(issuers.get(issuer));
      try {
        var unused = keys.verifiersOf(answer.await());
      } catch (Throwable e) {
        failed.put(issuer, keys.undecided(e));
      }
    });
    Map<String, UndecidedException> failures = new LinkedHashMap<>();
    issuers.keySet().stream()
        .filter(failed::containsKey)
        .forEach(issuer -> failures.put(issuer, failed.get(issuer)));
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
