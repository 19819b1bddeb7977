// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import java.util.Collection;
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
  public static void await(Collection<IssuerKeys> issuers) {
    Map<IssuerKeys, Supplier<Optional<UndecidedException>>> waits = new LinkedHashMap<>();
    // All begin before the first is waited for.
    issuers.forEach(keys -> waits.put(keys, keys.begin()));
    Map<IssuerKeys, UndecidedException> failures = new LinkedHashMap<>();
    waits.forEach((keys, wait) -> wait.get().ifPresent(failure -> failures.put(keys, failure)));
    if (!failures.isEmpty()) {
      throw new UndecidedException(
          failures.entrySet().stream()
              .map(failure -> failure.getKey().naming(failure.getValue().getMessage()))
              .collect(Collectors.joining("; ")),
          failures.values().iterator().next());
    }
  }
}
