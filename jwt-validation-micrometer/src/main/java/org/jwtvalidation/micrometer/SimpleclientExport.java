package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.util.List;

/**
 * As {@link PrometheusExport}, for registries of Prometheus's first client library, which
 * Micrometer calls the simple client. Thread-safe.
 */
@SuppressWarnings("deprecation") // still the registry of Quarkus
final class SimpleclientExport implements HistogramExport {

  private static final PerRegistry<SimpleclientHistogram> REGISTERED = new PerRegistry<>();

  private final PrometheusMeterRegistry registry;
  private final HistogramFamily family;
  private final SimpleclientHistogram shown;

  private SimpleclientExport(
      PrometheusMeterRegistry registry, HistogramFamily family, SimpleclientHistogram shown) {
    this.registry = registry;
    this.family = family;
    this.shown = shown;
  }

  static HistogramExport to(MeterRegistry registry, HistogramFamily family) {
    PrometheusMeterRegistry prometheus = (PrometheusMeterRegistry) registry;
    SimpleclientHistogram shown =
        REGISTERED
            .of(registry)
            .computeIfAbsent(family.name(), unused -> registered(prometheus, family));
    return new SimpleclientExport(prometheus, family, shown);
  }

  private static SimpleclientHistogram registered(
      PrometheusMeterRegistry registry, HistogramFamily family) {
    return new SimpleclientHistogram(
            registry.config().namingConvention().name(family.name(), Meter.Type.TIMER, "seconds"),
            family.description())
        .register(registry.getPrometheusRegistry());
  }

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    Meter.Id id = FilteredId.of(registry, family.name(), tags);
    if (id != null) {
      List<Tag> labels = id.getConventionTags(registry.config().namingConvention());
      shown.show(
          labels.stream().map(Tag::getKey).toList(),
          labels.stream().map(Tag::getValue).toList(),
          histogram);
    }
  }
}
