// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import java.lang.ref.WeakReference;

/**
 * Which object shows meters of which names in a registry. Without it, a registry silently ignores
 * the second of two meters with the same name and tags. Thread-safe.
 */
final class Ownership {

  private static final PerRegistry<WeakReference<Object>> OWNERS = new PerRegistry<>();

  private Ownership() {}

  /**
   * Claims the meters {@code name} in a registry for {@code owner}; returns whether they were not
   * the owner's before.
   *
   * @throws IllegalArgumentException if another object has them; it ends with {@code remedy}
   */
  static boolean claim(MeterRegistry registry, String name, Object owner, String remedy) {
    WeakReference<Object> claim = new WeakReference<>(owner);
    WeakReference<Object> valid =
        OWNERS
            .of(registry)
            .merge(name, claim, (earlier, now) -> earlier.get() == null ? now : earlier);
    if (valid.get() != owner) {
      throw new IllegalArgumentException(
          "bindTo: the registry has meters " + name + " of another object; " + remedy);
    }
    return valid == claim;
  }

  /** Gives up a claim, if it is the owner's. */
  static void release(MeterRegistry registry, String name, Object owner) {
    OWNERS
        .of(registry)
        .computeIfPresent(name, (unused, claim) -> claim.get() == owner ? null : claim);
  }
}
