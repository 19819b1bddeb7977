// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

/** A way to show histograms in a registry, whose own meters would record each duration. */
interface HistogramExport {

  /** Shows a histogram, unless it is shown already. */
  void show(Tags tags, DurationHistogram histogram);

  /** Shows a histogram no more, nor a meter that has shown nothing else. */
  void hide(DurationHistogram histogram);

  /** The best way for a registry. */
  static HistogramExport to(MeterRegistry registry, HistogramFamily family) {
    if (registry instanceof CompositeMeterRegistry composite) {
      return new CompositeExport(composite, family);
    }
    if (isA("io.micrometer.prometheusmetrics.PrometheusMeterRegistry", registry)) {
      return new PrometheusExport(registry, family, PrometheusHistogram::register);
    }
    return isA("io.micrometer.prometheus.PrometheusMeterRegistry", registry)
        ? new PrometheusExport(registry, family, SimpleclientHistogram::register)
        : new FunctionExport(registry, family);
  }

  /** By name, because the class path need not have the class. */
  private static boolean isA(String name, MeterRegistry registry) {
    for (Class<?> type = registry.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
