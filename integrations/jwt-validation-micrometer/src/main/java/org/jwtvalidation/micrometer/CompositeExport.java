// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.noop.NoopMeter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Histograms in each registry of a composite, in the way that suits that registry. A registry that
 * joins the composite later shows them as soon as another histogram occurs. Thread-safe.
 */
final class CompositeExport implements HistogramExport {

  /** The histograms of the timers that a composite has only so that its filters are asked. */
  private static final PerRegistry<Map<Meter.Id, HistogramSum>> ASKED = new PerRegistry<>();

  private final CompositeMeterRegistry composite;
  private final HistogramFamily family;

  /** By histogram, the tags that the filters of the composite leave it. */
  private final Map<DurationHistogram, Tags> shown = new ConcurrentHashMap<>();

  private final Map<MeterRegistry, Member> members = new ConcurrentHashMap<>();

  private record Member(HistogramExport export, Set<DurationHistogram> known) {}

  CompositeExport(CompositeMeterRegistry composite, HistogramFamily family) {
    this.composite = composite;
    this.family = family;
  }

  private Map<Meter.Id, HistogramSum> asked() {
    return ASKED.of(composite).computeIfAbsent(family.name(), unused -> new ConcurrentHashMap<>());
  }

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    FunctionTimer timer = timer(tags);
    if (!(timer instanceof NoopMeter)) {
      HistogramSum.add(asked(), timer.getId(), histogram);
      shown.put(histogram, Tags.of(timer.getId().getTagsAsIterable()));
    }
    members.keySet().removeIf(MeterRegistry::isClosed);
    for (MeterRegistry registry : new HashSet<>(composite.getRegistries())) {
      Tolerance.of(() -> showAll(registry, histogram));
    }
  }

  /**
   * One of no object, which a composite keeps from its registries: they may have meters of this
   * name, which would also go if it were removed at once.
   */
  @SuppressWarnings("NullAway") // a composite passes on no timer whose object is gone
  private FunctionTimer timer(Tags tags) {
    return FunctionTimer.builder(
            family.name(), null, unused -> 0, unused -> 0, TimeUnit.NANOSECONDS)
        .tags(tags)
        .description(family.description())
        .register(composite);
  }

  @Override
  public void hide(DurationHistogram histogram) {
    shown.remove(histogram);
    for (Member member : members.values()) {
      if (member.known.remove(histogram)) {
        Tolerance.of(() -> member.export.hide(histogram));
      }
    }
    HistogramSum.remove(asked(), histogram).forEach(composite::remove);
  }

  /**
   * Shows what a registry does not know, and {@code asked}, which may have been removed from it.
   */
  private void showAll(MeterRegistry registry, DurationHistogram asked) {
    Member member =
        members.computeIfAbsent(
            registry,
            unused ->
                new Member(HistogramExport.to(registry, family), ConcurrentHashMap.newKeySet()));
    shown.forEach((histogram, tags) -> {
      if (member.known.add(histogram) || histogram == asked) {
        member.export.show(tags, histogram);
      }
    });
  }
}
