package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.core.instrument.noop.NoopCounter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The histograms of a family as one histogram of Prometheus, which is made when it is scraped. Tags
 * pass the filters of the registry, which may also refuse a histogram; names pass its naming
 * convention only. Thread-safe.
 */
final class PrometheusExport implements HistogramExport, Collector {

  private record Shown(Labels labels, DurationHistogram histogram) {}

  private final PrometheusMeterRegistry registry;
  private final HistogramFamily family;
  private final MetricMetadata metadata;
  private final double[] bounds = DurationHistogram.boundsInSeconds();
  private final Map<Tags, Shown> shown = new ConcurrentHashMap<>();

  private PrometheusExport(PrometheusMeterRegistry registry, HistogramFamily family) {
    this.registry = registry;
    this.family = family;
    this.metadata =
        new MetricMetadata(
            registry.config().namingConvention().name(family.name(), Meter.Type.TIMER, "seconds"),
            family.description());
  }

  static HistogramExport to(MeterRegistry registry, HistogramFamily family) {
    PrometheusMeterRegistry prometheus = (PrometheusMeterRegistry) registry;
    PrometheusExport export = new PrometheusExport(prometheus, family);
    prometheus.getPrometheusRegistry().register(export);
    return export;
  }

  @Override
  public void show(HistogramFamily.Series series) {
    Meter.Id id = filtered(series.tags());
    if (id != null) {
      shown.putIfAbsent(series.tags(), new Shown(labels(id), series.histogram()));
    }
  }

  /** The tags as the filters of the registry change them, or null if they refuse the histogram. */
  private Meter.@Nullable Id filtered(Tags tags) {
    // Only a meter that is registered tells.
    Counter probe = Counter.builder(family.name() + ".probe").tags(tags).register(registry);
    registry.remove(probe);
    return probe instanceof NoopCounter ? null : probe.getId();
  }

  private Labels labels(Meter.Id id) {
    NamingConvention convention = registry.config().namingConvention();
    Labels.Builder labels = Labels.builder();
    for (Tag tag : id.getTagsAsIterable()) {
      labels.label(convention.tagKey(tag.getKey()), convention.tagValue(tag.getValue()));
    }
    return labels.build();
  }

  @Override
  public HistogramSnapshot collect() {
    List<HistogramDataPointSnapshot> points = new ArrayList<>();
    for (Shown each : shown.values()) {
      DurationHistogram.Counts counts = each.histogram.counts();
      points.add(
          HistogramDataPointSnapshot.builder()
              .labels(each.labels)
              .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts.counts()))
              .sum(counts.sum() / 1e9)
              .build());
    }
    return new HistogramSnapshot(metadata, points);
  }
}
