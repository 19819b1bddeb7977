// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * As {@link PrometheusHistogram}, for Prometheus's first client library, which Micrometer calls the
 * simple client. Thread-safe.
 */
final class SimpleclientHistogram extends Collector implements Collector.Describable {

  private final String name;
  private final String description;
  private final double[] bounds = DurationHistogram.boundsInSeconds();
  private final Map<List<Tag>, HistogramSum> histograms;

  private SimpleclientHistogram(
      String name, String description, Map<List<Tag>, HistogramSum> histograms) {
    this.name = name;
    this.description = description;
    this.histograms = histograms;
  }

  @SuppressWarnings("deprecation") // still the registry of Quarkus
  static Consumer<MeterRegistry> register(
      MeterRegistry registry,
      String name,
      String description,
      Map<List<Tag>, HistogramSum> histograms) {
    Collector histogram = new SimpleclientHistogram(name, description, histograms);
    ((PrometheusMeterRegistry) registry).getPrometheusRegistry().register(histogram);
    return from -> ((PrometheusMeterRegistry) from).getPrometheusRegistry().unregister(histogram);
  }

  /** Claims no name, so that {@link PrometheusExport} can register a meter of this name. */
  @Override
  public List<MetricFamilySamples> describe() {
    return List.of();
  }

  @Override
  public List<MetricFamilySamples> collect() {
    List<Sample> samples = new ArrayList<>();
    histograms.forEach((tags, histogram) -> add(samples, tags, histogram.counts()));
    return List.of(new MetricFamilySamples(name, Type.HISTOGRAM, description, samples));
  }

  private void add(List<Sample> samples, List<Tag> tags, DurationHistogram.Counts counts) {
    for (int i = 0; i < bounds.length; i++) {
      List<Tag> withBound = new ArrayList<>(tags);
      withBound.add(Tag.of("le", doubleToGoString(bounds[i])));
      samples.add(sample("_bucket", withBound, (double) counts.upTo(i)));
    }
    samples.add(sample("_count", tags, (double) counts.all()));
    samples.add(sample("_sum", tags, counts.sum() / 1e9));
  }

  private Sample sample(String suffix, List<Tag> tags, double value) {
    return new Sample(
        name + suffix,
        tags.stream().map(Tag::getKey).toList(),
        tags.stream().map(Tag::getValue).toList(),
        value);
  }
}
