// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** The validations of one benchmark or of a whole recording. */
final class Measured {

  static final String VALIDATION = "jwt.TokenValidation";
  private static final int SLOWEST = 100;
  private static final long HELD_UP_NANOS = 100_000;

  private final Distribution whole = new Distribution();
  private final Map<String, Distribution> steps = new LinkedHashMap<>();
  private final Seconds seconds = new Seconds();
  private final Map<String, Long> outcomes = new TreeMap<>();
  private final PriorityQueue<SlowValidation> slowest =
      new PriorityQueue<>(Comparator.comparingLong(SlowValidation::nanos));
  private List<StepField> fields = List.of();
  private long cached;
  private long ofKnownCpuTime;
  private long heldUp;
  private List<Band> bands = List.of();
  private int concurrency;

  /** The times of one validation, in nanoseconds; the event is valid only during its callback. */
  record Times(RecordedEvent event, long nanos, long cpuNanos, String slowestStep) {}

  void add(RecordedEvent event) {
    Times times = times(event);
    Seconds.Second second = seconds.at(event.getEndTime().getEpochSecond(), fields.size());
    for (int i = 0; i < fields.size(); i++) {
      long nanos = event.getLong(fields.get(i).name());
      if (nanos > 0) {
        steps.computeIfAbsent(fields.get(i).step(), step -> new Distribution()).add(nanos);
        second.addStep(i, nanos);
      }
    }
    whole.add(times.nanos);
    second.add(times.nanos);
    outcomes.merge(event.getString("outcome"), 1L, Long::sum);
    cached += event.getBoolean("cached") ? 1 : 0;
    countHeldUp(times);
    concurrency = Math.max(concurrency, event.getInt("concurrency"));
    if (slowest.size() < SLOWEST || times.nanos > slowest.element().nanos()) {
      slowest.add(new SlowValidation(times));
      if (slowest.size() > SLOWEST) {
        slowest.remove();
      }
    }
  }

  /** Adds an event to its band, after all events have been added. */
  void addToBand(RecordedEvent event) {
    if (bands.isEmpty()) {
      bands = Band.ofSlow(whole);
    }
    Times times = times(event);
    bands.forEach(band -> band.add(times));
  }

  private Times times(RecordedEvent event) {
    if (fields.isEmpty()) {
      fields = StepField.of(event.getEventType());
    }
    long sum = 0;
    long longest = 0;
    String slowestStep = StepField.WHOLE;
    for (StepField field : fields) {
      long nanos = Math.max(0, event.getLong(field.name()));
      sum += nanos;
      if (nanos > longest) {
        longest = nanos;
        slowestStep = field.step();
      }
    }
    long cpuNanos = event.hasField("cpuTime") ? event.getLong("cpuTime") : 0;
    return new Times(event, sum, cpuNanos, slowestStep);
  }

  private void countHeldUp(Times times) {
    if (times.cpuNanos > 0) {
      ofKnownCpuTime++;
      heldUp += times.nanos - times.cpuNanos > HELD_UP_NANOS ? 1 : 0;
    }
  }

  /**
   * The share of the validations with a CPU time that took over 100 µs more than that; null if none
   * has one.
   */
  @Nullable Double heldUp() {
    return ofKnownCpuTime == 0 ? null : (double) heldUp / ofKnownCpuTime;
  }

  /** The durations of validations. */
  Distribution whole() {
    return whole;
  }

  /** The durations of each step that ran, and of the whole. */
  Map<String, Distribution> steps() {
    Map<String, Distribution> all = new LinkedHashMap<>(steps);
    all.put(StepField.WHOLE, whole);
    return all;
  }

  /** The durations of the validations that ended in each second since 1970. */
  Map<Long, Seconds.Second> seconds() {
    return seconds.all();
  }

  /** The coefficient of variation of the means of each second, of a step or of the whole. */
  double variationOfSeconds(String step) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).step().equals(step)) {
        return seconds.variation(i);
      }
    }
    return seconds.variation();
  }

  Map<String, Long> outcomes() {
    return outcomes;
  }

  long cached() {
    return cached;
  }

  int concurrency() {
    return concurrency;
  }

  /** The slowest validations, in descending order of duration. */
  List<SlowValidation> slowest() {
    List<SlowValidation> sorted = new ArrayList<>(slowest);
    sorted.sort(Comparator.comparingLong(SlowValidation::nanos).reversed());
    return sorted;
  }

  /** The validations from the 99th percentile. */
  List<Band> bands() {
    return bands;
  }

  /** The validations whose causes are of interest. */
  List<SlowValidation> slow() {
    List<SlowValidation> slow = new ArrayList<>(slowest);
    bands.forEach(band -> slow.addAll(band.sample()));
    return slow;
  }
}
