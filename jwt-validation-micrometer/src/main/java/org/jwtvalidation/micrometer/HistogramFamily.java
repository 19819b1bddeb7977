package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

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

    Tags tags() {
      return tags;
    }

    DurationHistogram histogram() {
      return histogram;
    }

    void record(long nanos, int stripe) {
      if (histogram.record(nanos, stripe) && occurred.putIfAbsent(tags, this) == null) {
        exports.forEach(export -> Tolerance.of(() -> export.show(this)));
      }
    }
  }

  private final String name;
  private final String description;
  private final Map<Tags, Series> occurred = new ConcurrentHashMap<>();
  private final List<HistogramExport> exports = new CopyOnWriteArrayList<>();

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
    HistogramExport export = HistogramExport.to(registry, this);
    exports.add(export);
    occurred.values().forEach(series -> Tolerance.of(() -> export.show(series)));
  }
}
