// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.noop.NoopMeter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the filters of a registry make of the identity of a timer. */
final class FilteredId {

  private FilteredId() {}

  /** Null if a filter denies the timer. The registry must have no other meter of this name. */
  static Meter.@Nullable Id of(MeterRegistry registry, String name, Tags tags) {
    // Only a meter that is registered tells; this one has nothing to show.
    Meter probe = Meter.builder(name, Meter.Type.TIMER, List.of()).tags(tags).register(registry);
    registry.remove(probe);
    return probe instanceof NoopMeter ? null : probe.getId();
  }
}
