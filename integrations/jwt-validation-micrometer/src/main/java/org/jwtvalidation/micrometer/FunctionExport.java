// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Histograms as functions that a registry of any kind calls: a timer with count and sum, and a
 * counter for each bound, cumulative as in Prometheus, so that histograms can be added up.
 */
final class FunctionExport implements HistogramExport {

  /**
   * What shows a sum: a timer and its counters, the timer among the meters. The registry keeps the
   * timer, which may refer to it.
   */
  private record Shown(
      HistogramSum sum, WeakReference<FunctionTimer> timer, List<Meter.Id> meters) {}

  /** What a registry shows of one family, by tags. */
  private static final class Registered {

    private final ReentrantLock changing = new ReentrantLock();
    private final Map<Tags, Shown> shown = new HashMap<>(); // guarded by changing
  }

  private static final PerRegistry<Registered> REGISTERED = new PerRegistry<>();

  private final MeterRegistry registry;
  private final HistogramFamily family;

  FunctionExport(MeterRegistry registry, HistogramFamily family) {
    this.registry = registry;
    this.family = family;
  }

  private Registered registered() {
    return REGISTERED.of(registry).computeIfAbsent(family.name(), unused -> new Registered());
  }

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    Registered registered = registered();
    registered.changing.lock();
    try {
      show(registered.shown, tags, histogram);
    } finally {
      registered.changing.unlock();
    }
  }

  private void show(Map<Tags, Shown> known, Tags tags, DurationHistogram histogram) {
    HistogramSum fresh = new HistogramSum();
    FunctionTimer timer = timer(tags, fresh);
    Tags shownTags = Tags.of(timer.getId().getTagsAsIterable());
    Shown shown = known.get(shownTags);
    // The timer is an earlier one if filters give it the same tags.
    if (shown == null || shown.timer.get() != timer) {
      HistogramSum sum = shown == null ? fresh : shown.sum;
      if (shown != null) {
        // The registry has been cleared, perhaps except for counters of the earlier sum.
        registry.remove(timer);
        timer = timer(tags, sum);
      }
      shown = new Shown(sum, new WeakReference<>(timer), meters(timer, tags, sum));
      known.put(shownTags, shown);
    }
    shown.sum.add(histogram);
  }

  private FunctionTimer timer(Tags tags, HistogramSum sum) {
    return FunctionTimer.builder(
            family.name(),
            sum,
            shown -> shown.counts().all(),
            shown -> shown.counts().sum(),
            TimeUnit.NANOSECONDS)
        .tags(tags)
        .description(family.description())
        .register(registry);
  }

  private List<Meter.Id> meters(FunctionTimer timer, Tags tags, HistogramSum sum) {
    List<Meter.Id> meters = new ArrayList<>();
    meters.add(timer.getId());
    double[] bounds = DurationHistogram.boundsInSeconds();
    for (int i = 0; i < bounds.length; i++) {
      int bucket = i;
      meters.add(
          FunctionCounter.builder(
                  family.name() + ".bucket", sum, shown -> shown.counts().upTo(bucket))
              .tags(tags.and("le", bound(bounds[i])))
              .description(family.description() + ", that took at most le seconds")
              .register(registry)
              .getId());
    }
    return meters;
  }

  @Override
  public void hide(DurationHistogram histogram) {
    Registered registered = registered();
    registered.changing.lock();
    try {
      registered
          .shown
          .values()
          .removeIf(shown -> {
            boolean isEmpty = shown.sum.remove(histogram);
            if (isEmpty) {
              shown.meters.forEach(registry::remove);
            }
            return isEmpty;
          });
    } finally {
      registered.changing.unlock();
    }
  }

  private static String bound(double seconds) {
    return Double.isInfinite(seconds) ? "+Inf" : String.valueOf(seconds);
  }
}
