// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer's timers of one name, which differ in their tags, in the registries that show them. A
 * timer is registered once it has something to record. Thread-safe.
 */
final class TimerFamily {

  /** Micrometer's own default of 1 ms would put nearly all validations into the first bucket. */
  private static final Duration LEAST_EXPECTED = Duration.ofNanos(1_000);

  /** The timers of the same tags, one in each registry. */
  final class Series {

    private final Tags tags;
    private final Map<MeterRegistry, Timer> registered = new ConcurrentHashMap<>();

    /** Those of {@link #registered}; null until something is recorded. */
    private final AtomicReference<Timer @Nullable []> timers = new AtomicReference<>();

    private Series(Tags tags) {
      this.tags = tags;
    }

    void record(long nanos) {
      Timer[] known = timers.get();
      for (Timer timer : known == null ? register() : known) {
        try {
          timer.record(nanos, TimeUnit.NANOSECONDS);
        } catch (RuntimeException e) {
          if (failed.compareAndSet(false, true)) {
            Tolerance.log("a registry refuses a duration, and perhaps others", e);
          }
        }
      }
    }

    /** Several threads may do so at the same time: a registry returns the same timer to each. */
    private Timer[] register() {
      // Before the registries are read, since one that is bound meanwhile reads what has occurred.
      occurred.add(this);
      registries.forEach(this::register);
      return update();
    }

    private void register(MeterRegistry registry) {
      Tolerance.of(() -> {
        registered.put(registry, timer(registry));
        if (!registries.contains(registry)) {
          removeFrom(registry);
        }
      });
    }

    private void removeFrom(MeterRegistry registry) {
      Timer timer = registered.remove(registry);
      if (timer != null) {
        Tolerance.of(() -> registry.remove(timer));
      }
    }

    private Timer[] update() {
      registered.keySet().removeIf(MeterRegistry::isClosed);
      return Objects.requireNonNull(
          timers.updateAndGet(unused -> registered.values().toArray(Timer[]::new)));
    }

    private Timer timer(MeterRegistry registry) {
      return Timer.builder(name)
          .tags(tags)
          .description(description)
          .minimumExpectedValue(LEAST_EXPECTED)
          .register(registry);
    }
  }

  private final String name;
  private final String description;
  private final Set<Series> occurred = new CopyOnWriteArraySet<>();
  private final Set<MeterRegistry> registries = new CopyOnWriteArraySet<>();
  private final AtomicBoolean failed = new AtomicBoolean();

  TimerFamily(String name, String description) {
    this.name = name;
    this.description = description;
  }

  Series series(Tags tags) {
    return new Series(tags);
  }

  void bindTo(MeterRegistry registry) {
    registries.removeIf(MeterRegistry::isClosed);
    registries.add(registry);
    occurred.forEach(series -> {
      series.register(registry);
      var unused = series.update();
    });
  }

  void removeFrom(MeterRegistry registry) {
    registries.remove(registry);
    occurred.forEach(series -> {
      series.removeFrom(registry);
      var unused = series.update();
    });
  }
}
