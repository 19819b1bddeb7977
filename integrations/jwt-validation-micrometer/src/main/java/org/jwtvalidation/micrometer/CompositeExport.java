// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Histograms in each registry of a composite, in the way that suits that registry. A registry that
 * joins the composite later shows them as soon as another histogram occurs. Thread-safe.
 */
final class CompositeExport implements HistogramExport {

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

  @Override
  public void show(Tags tags, DurationHistogram histogram) {
    // By another name, since its registries may have meters of this name.
    Meter.Id id = FilteredId.of(composite, family.name() + ".probe", tags);
    if (id != null) {
      shown.put(histogram, Tags.of(id.getTagsAsIterable()));
    }
    members.keySet().removeIf(MeterRegistry::isClosed);
    for (MeterRegistry registry : new HashSet<>(composite.getRegistries())) {
      Tolerance.of(() -> showAll(registry));
    }
  }

  @Override
  public void hide(DurationHistogram histogram) {
    shown.remove(histogram);
    for (Member member : members.values()) {
      if (member.known.remove(histogram)) {
        member.export.hide(histogram);
      }
    }
  }

  private void showAll(MeterRegistry registry) {
    Member member =
        members.computeIfAbsent(
            registry,
            unused ->
                new Member(HistogramExport.to(registry, family), ConcurrentHashMap.newKeySet()));
    shown.forEach((histogram, tags) -> {
      if (member.known.add(histogram)) {
        member.export.show(tags, histogram);
      }
    });
  }
}
