// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.noop.NoopMeter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Histograms of a family in the Prometheus histogram of its name, of which a registry has one, also
 * for several families of that name. Tags pass the filters of the registry, which may also refuse a
 * histogram; names pass its naming convention only. Thread-safe.
 */
final class PrometheusExport implements HistogramExport {

  /** Registers a histogram that shows what is in a map; returns how to unregister it. */
  interface Registrar {
    Consumer<MeterRegistry> register(
        MeterRegistry registry,
        String name,
        String description,
        Map<List<Tag>, HistogramSum> histograms);
  }

  /** What a registry shows of one name; registered while that is not empty. */
  private static final class Registered {

    private final ReentrantLock changing = new ReentrantLock();
    private final Map<List<Tag>, HistogramSum> shown = new ConcurrentHashMap<>();
    private @Nullable Consumer<MeterRegistry> removal; // guarded by changing
  }

  private static final PerRegistry<Registered> REGISTERED = new PerRegistry<>();

  private final MeterRegistry registry;
  private final HistogramFamily family;
  private final Registrar registrar;

  PrometheusExport(MeterRegistry registry, HistogramFamily family, Registrar registrar) {
    this.registry = registry;
    this.family = family;
    this.registrar = registrar;
  }

  private Registered registered() {
    return REGISTERED.of(registry).computeIfAbsent(family.name(), unused -> new Registered());
  }

  private String metricName() {
    return registry.config().namingConvention().name(family.name(), Meter.Type.TIMER, "seconds");
  }

  /** What the filters of the registry make of a timer; null if one denies it. */
  private Meter.@Nullable Id filtered(Tags tags) {
    // Only a meter that is registered tells; this one has nothing to show.
    Meter probe =
        Meter.builder(family.name(), Meter.Type.TIMER, List.of()).tags(tags).register(registry);
    registry.remove(probe);
    return probe instanceof NoopMeter ? null : probe.getId();
  }

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    Meter.Id id = filtered(tags);
    if (id == null) {
      return;
    }
    // Before the lock, since the convention may be the user's.
    String name = metricName();
    List<Tag> shownTags = id.getConventionTags(registry.config().namingConvention());
    Registered registered = registered();
    registered.changing.lock();
    try {
      if (registered.removal == null) {
        registered.removal =
            registrar.register(registry, name, family.description(), registered.shown);
      }
      HistogramSum.add(registered.shown, shownTags, histogram);
    } finally {
      registered.changing.unlock();
    }
  }

  @Override
  public void hide(DurationHistogram histogram) {
    Registered registered = registered();
    registered.changing.lock();
    try {
      var unused = HistogramSum.remove(registered.shown, histogram);
      Consumer<MeterRegistry> removal = registered.removal;
      if (removal != null && registered.shown.isEmpty()) {
        // What is registered refers to the class loader of the application. It may be gone, which
        // a registry of Prometheus does not expect.
        registered.removal = null;
        removal.accept(registry);
      }
    } finally {
      registered.changing.unlock();
    }
  }
}
