// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Histograms of a family in the Prometheus histogram of its name, of which a registry has one, also
 * for several families of that name. Tags pass the filters of the registry, which may also refuse a
 * histogram; names pass its naming convention only. Thread-safe.
 */
final class PrometheusExport implements HistogramExport {

  /** Registers a histogram that shows what is in a map, also what will be added to it. */
  interface Registrar {
    void register(
        MeterRegistry registry,
        String name,
        String description,
        Map<List<Tag>, HistogramSum> histograms);
  }

  private static final PerRegistry<Map<List<Tag>, HistogramSum>> REGISTERED = new PerRegistry<>();

  private final MeterRegistry registry;
  private final HistogramFamily family;
  private final Map<List<Tag>, HistogramSum> shown;

  PrometheusExport(MeterRegistry registry, HistogramFamily family, Registrar registrar) {
    this.registry = registry;
    this.family = family;
    this.shown =
        REGISTERED
            .of(registry)
            .computeIfAbsent(
                family.name(),
                unused -> {
                  Map<List<Tag>, HistogramSum> histograms = new ConcurrentHashMap<>();
                  registrar.register(registry, metricName(), family.description(), histograms);
                  return histograms;
                });
  }

  private String metricName() {
    return registry.config().namingConvention().name(family.name(), Meter.Type.TIMER, "seconds");
  }

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    Meter.Id id = FilteredId.of(registry, family.name(), tags);
    if (id != null) {
      HistogramSum.add(
          shown, id.getConventionTags(registry.config().namingConvention()), histogram);
    }
  }

  @Override
  public void hide(DurationHistogram histogram) {
    var unused = HistogramSum.remove(shown, histogram);
  }
}
