package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;

/**
 * Histograms of a family in the Prometheus histogram of its name, of which a registry has one, also
 * for several families of that name. Tags pass the filters of the registry, which may also refuse a
 * histogram; names pass its naming convention only. Thread-safe.
 */
final class PrometheusExport implements HistogramExport {

  private static final PerRegistry<PrometheusHistogram> REGISTERED = new PerRegistry<>();

  private final PrometheusMeterRegistry registry;
  private final HistogramFamily family;
  private final PrometheusHistogram shown;

  private PrometheusExport(
      PrometheusMeterRegistry registry, HistogramFamily family, PrometheusHistogram shown) {
    this.registry = registry;
    this.family = family;
    this.shown = shown;
  }

  static HistogramExport to(MeterRegistry registry, HistogramFamily family) {
    PrometheusMeterRegistry prometheus = (PrometheusMeterRegistry) registry;
    PrometheusHistogram shown =
        REGISTERED
            .of(registry)
            .computeIfAbsent(family.name(), unused -> registered(prometheus, family));
    return new PrometheusExport(prometheus, family, shown);
  }

  private static PrometheusHistogram registered(
      PrometheusMeterRegistry registry, HistogramFamily family) {
    NamingConvention convention = registry.config().namingConvention();
    PrometheusHistogram histogram =
        new PrometheusHistogram(
            new MetricMetadata(
                convention.name(family.name(), Meter.Type.TIMER, "seconds"), family.description()));
    registry.getPrometheusRegistry().register(histogram);
    return histogram;
  }

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    Meter.Id id = FilteredId.of(registry, family.name(), tags);
    if (id != null) {
      shown.show(labels(id), histogram);
    }
  }

  private Labels labels(Meter.Id id) {
    Labels.Builder labels = Labels.builder();
    for (Tag tag : id.getConventionTags(registry.config().namingConvention())) {
      labels.label(tag.getKey(), tag.getValue());
    }
    return labels.build();
  }
}
