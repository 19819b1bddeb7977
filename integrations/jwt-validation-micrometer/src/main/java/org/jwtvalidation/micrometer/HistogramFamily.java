// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Histograms of one name, which differ in their tags, and the registries that show them. A
 * histogram is shown once it has recorded something. Thread-safe.
 */
final class HistogramFamily {

  /** One histogram of the family. */
  final class Series {

    private final Tags tags;
    private final DurationHistogram histogram = new DurationHistogram();

    private Series(Tags tags) {
      this.tags = tags;
    }

    void record(long nanos, int stripe) {
      if (histogram.record(nanos, stripe) && occurred.putIfAbsent(tags, histogram) == null) {
        exports.forEach((registry, export) -> Tolerance.of(() -> show(registry, export)));
      }
    }

    private void show(MeterRegistry registry, HistogramExport export) {
      export.show(tags, histogram);
      if (exports.get(registry) != export) {
        // It was removed meanwhile, perhaps without this one.
        export.hide(histogram);
      }
    }
  }

  private final String name;
  private final String description;
  private final Map<Tags, DurationHistogram> occurred = new ConcurrentHashMap<>();
  private final Map<MeterRegistry, HistogramExport> exports = new ConcurrentHashMap<>();

  HistogramFamily(String name, String description) {
    this.name = name;
    this.description = description;
  }

  String name() {
    return name;
  }

  String description() {
    return description;
  }

  Series series(Tags tags) {
    return new Series(tags);
  }

  void bindTo(MeterRegistry registry) {
    exports.keySet().removeIf(MeterRegistry::isClosed);
    HistogramExport export =
        exports.computeIfAbsent(registry, unused -> HistogramExport.to(registry, this));
    occurred.forEach((tags, histogram) -> Tolerance.of(() -> export.show(tags, histogram)));
  }

  void removeFrom(MeterRegistry registry) {
    HistogramExport export = exports.remove(registry);
    if (export != null) {
      occurred.values().forEach(histogram -> Tolerance.of(() -> export.hide(histogram)));
    }
  }
}
