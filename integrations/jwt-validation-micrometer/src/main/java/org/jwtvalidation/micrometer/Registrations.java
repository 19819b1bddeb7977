// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of an object in each registry, so that it can remove them. Thread-safe. */
final class Registrations {

  private final Map<MeterRegistry, Set<Meter.Id>> registered = new ConcurrentHashMap<>();

  void add(MeterRegistry registry, Meter meter) {
    registered.keySet().removeIf(MeterRegistry::isClosed);
    registered
        .computeIfAbsent(registry, unused -> ConcurrentHashMap.newKeySet())
        .add(meter.getId());
  }

  void removeFrom(MeterRegistry registry) {
    Set<Meter.Id> meters = registered.remove(registry);
    if (meters != null) {
      meters.forEach(meter -> Tolerance.of(() -> registry.remove(meter)));
    }
  }
}
