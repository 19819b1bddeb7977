package org.jwtvalidation.micrometer;

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

/** Histograms of one name, as a histogram of Prometheus that is made on scrape. Thread-safe. */
final class PrometheusHistogram implements Collector {

  private final MetricMetadata metadata;
  private final double[] bounds = DurationHistogram.boundsInSeconds();
  private final Map<Labels, HistogramSum> histograms = new ConcurrentHashMap<>();

  PrometheusHistogram(MetricMetadata metadata) {
    this.metadata = metadata;
  }

  void show(Labels labels, DurationHistogram histogram) {
    histograms.computeIfAbsent(labels, unused -> new HistogramSum()).add(histogram);
  }

  @Override
  public HistogramSnapshot collect() {
    List<HistogramDataPointSnapshot> points = new ArrayList<>();
    histograms.forEach((labels, histogram) -> {
      DurationHistogram.Counts counts = histogram.counts();
      points.add(
          HistogramDataPointSnapshot.builder()
              .labels(labels)
              .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts.counts()))
              .sum(counts.sum() / 1e9)
              .build());
    });
    return new HistogramSnapshot(metadata, points);
  }
}
