// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Histograms as functions that a registry of any kind calls: a timer with count and sum, and a
 * counter for each bound, cumulative as in Prometheus, so that histograms can be added up.
 */
final class FunctionExport implements HistogramExport {

  private static final PerRegistry<Map<Tags, HistogramSum>> REGISTERED = new PerRegistry<>();

  private final MeterRegistry registry;
  private final HistogramFamily family;

  FunctionExport(MeterRegistry registry, HistogramFamily family) {
    this.registry = registry;
    this.family = family;
  }

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    HistogramSum sum = new HistogramSum();
    FunctionTimer timer =
        FunctionTimer.builder(
                family.name(),
                sum,
                shown -> shown.counts().all(),
                shown -> shown.counts().sum(),
                TimeUnit.NANOSECONDS)
            .tags(tags)
            .description(family.description())
            .register(registry);
    Map<Tags, HistogramSum> sums =
        REGISTERED.of(registry).computeIfAbsent(family.name(), unused -> new ConcurrentHashMap<>());
    // The timer is an earlier one if filters give it the same tags.
    HistogramSum earlier = sums.putIfAbsent(Tags.of(timer.getId().getTagsAsIterable()), sum);
    if (earlier == null) {
      showBuckets(tags, sum);
    }
    (earlier == null ? sum : earlier).add(histogram);
  }

  private void showBuckets(Tags tags, HistogramSum sum) {
    double[] bounds = DurationHistogram.boundsInSeconds();
    for (int i = 0; i < bounds.length; i++) {
      int bucket = i;
      FunctionCounter.builder(family.name() + ".bucket", sum, shown -> shown.counts().upTo(bucket))
          .tags(tags.and("le", bound(bounds[i])))
          .description(family.description() + ", that took at most le seconds")
          .register(registry);
    }
  }

  private static String bound(double seconds) {
    return Double.isInfinite(seconds) ? "+Inf" : String.valueOf(seconds);
  }
}
