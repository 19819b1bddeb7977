package org.jwtvalidation.micrometer;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Histograms of one name, as a histogram of Prometheus's first client library that is made on
 * scrape. Thread-safe.
 */
final class SimpleclientHistogram extends Collector implements Collector.Describable {

  private final String name;
  private final String description;
  private final double[] bounds = DurationHistogram.boundsInSeconds();
  private final Map<Labels, HistogramSum> histograms = new ConcurrentHashMap<>();

  private record Labels(List<String> names, List<String> values) {

    Labels and(String name, String value) {
      List<String> moreNames = new ArrayList<>(names);
      moreNames.add(name);
      List<String> moreValues = new ArrayList<>(values);
      moreValues.add(value);
      return new Labels(moreNames, moreValues);
    }
  }

  SimpleclientHistogram(String name, String description) {
    this.name = name;
    this.description = description;
  }

  void show(List<String> names, List<String> values, DurationHistogram histogram) {
    histograms
        .computeIfAbsent(new Labels(names, values), unused -> new HistogramSum())
        .add(histogram);
  }

  /** Claims no name, so that {@link FilteredId} can register a meter of this name. */
  @Override
  public List<MetricFamilySamples> describe() {
    return List.of();
  }

  @Override
  public List<MetricFamilySamples> collect() {
    List<Sample> samples = new ArrayList<>();
    histograms.forEach((labels, histogram) -> add(samples, labels, histogram.counts()));
    return List.of(new MetricFamilySamples(name, Type.HISTOGRAM, description, samples));
  }

  private void add(List<Sample> samples, Labels labels, DurationHistogram.Counts counts) {
    for (int i = 0; i < bounds.length; i++) {
      samples.add(
          sample(
              "_bucket", labels.and("le", doubleToGoString(bounds[i])), (double) counts.upTo(i)));
    }
    samples.add(sample("_count", labels, (double) counts.all()));
    samples.add(sample("_sum", labels, counts.sum() / 1e9));
  }

  private Sample sample(String suffix, Labels labels, double value) {
    return new Sample(name + suffix, labels.names, labels.values, value);
  }
}
