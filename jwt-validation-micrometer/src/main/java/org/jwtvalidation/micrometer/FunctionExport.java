package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;

/**
 * Histograms as functions that a registry of any kind calls: a timer with count and sum, and a
 * counter for each bound, cumulative as in Prometheus, so that histograms can be added up.
 */
final class FunctionExport implements HistogramExport {

  private final MeterRegistry registry;
  private final HistogramFamily family;

  FunctionExport(MeterRegistry registry, HistogramFamily family) {
    this.registry = registry;
    this.family = family;
  }

  @Override
  public void show(HistogramFamily.Series series) {
    FunctionTimer.builder(
            family.name(),
            series.histogram(),
            histogram -> histogram.counts().all(),
            histogram -> histogram.counts().sum(),
            TimeUnit.NANOSECONDS)
        .tags(series.tags())
        .description(family.description())
        .register(registry);
    double[] bounds = DurationHistogram.boundsInSeconds();
    for (int i = 0; i < bounds.length; i++) {
      int bucket = i;
      FunctionCounter.builder(
              family.name() + ".bucket",
              series.histogram(),
              histogram -> histogram.counts().upTo(bucket))
          .tags(series.tags().and("le", bound(bounds[i])))
          .description(family.description() + ", that took at most le seconds")
          .register(registry);
    }
  }

  private static String bound(double seconds) {
    return Double.isInfinite(seconds) ? "+Inf" : String.valueOf(seconds);
  }
}
