// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
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
import java.util.function.Consumer;

/** Histograms of one name, as a histogram of Prometheus that is made on scrape. Thread-safe. */
final class PrometheusHistogram implements Collector {

  private final MetricMetadata metadata;
  private final double[] bounds = DurationHistogram.boundsInSeconds();
  private final Map<List<Tag>, HistogramSum> histograms;

  private PrometheusHistogram(MetricMetadata metadata, Map<List<Tag>, HistogramSum> histograms) {
    this.metadata = metadata;
    this.histograms = histograms;
  }

  static Consumer<MeterRegistry> register(
      MeterRegistry registry,
      String name,
      String description,
      Map<List<Tag>, HistogramSum> histograms) {
    Collector histogram =
        new PrometheusHistogram(new MetricMetadata(name, description), histograms);
    ((PrometheusMeterRegistry) registry).getPrometheusRegistry().register(histogram);
    return from -> ((PrometheusMeterRegistry) from).getPrometheusRegistry().unregister(histogram);
  }

  @Override
  public HistogramSnapshot collect() {
    List<HistogramDataPointSnapshot> points = new ArrayList<>();
    histograms.forEach((tags, histogram) -> {
      DurationHistogram.Counts counts = histogram.counts();
      points.add(
          HistogramDataPointSnapshot.builder()
              .labels(labels(tags))
              .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts.counts()))
              .sum(counts.sum() / 1e9)
              .build());
    });
    return new HistogramSnapshot(metadata, points);
  }

  private static Labels labels(List<Tag> tags) {
    Labels.Builder labels = Labels.builder();
    tags.forEach(tag -> labels.label(tag.getKey(), tag.getValue()));
    return labels.build();
  }
}
