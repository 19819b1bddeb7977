// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What all meters of this library have in common in one registry, by name, as long as the registry
 * lives. The values must not refer to it. Thread-safe.
 */
final class PerRegistry<V> {

  private final Map<MeterRegistry, Map<String, V>> values =
      Collections.synchronizedMap(new WeakHashMap<>());

  Map<String, V> of(MeterRegistry registry) {
    return values.computeIfAbsent(registry, unused -> new ConcurrentHashMap<>());
  }
}
