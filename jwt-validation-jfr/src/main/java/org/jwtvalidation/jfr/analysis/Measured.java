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
  private int concurrency;

  void add(RecordedEvent event) {
    long nanosOfAll = 0;
    long longest = -1;
    String slowestStep = StepField.WHOLE;
    if (fields.isEmpty()) {
      fields = StepField.of(event.getEventType());
    }
    Seconds.Second second = seconds.at(event.getEndTime().getEpochSecond(), fields.size());
    for (int i = 0; i < fields.size(); i++) {
      StepField field = fields.get(i);
      long nanos = event.getLong(field.name());
      if (nanos > 0) {
        steps.computeIfAbsent(field.step(), step -> new Distribution()).add(nanos);
        second.addStep(i, nanos);
        nanosOfAll += nanos;
        if (nanos > longest) {
          longest = nanos;
          slowestStep = field.step();
        }
      }
    }
    whole.add(nanosOfAll);
    second.add(nanosOfAll);
    outcomes.merge(event.getString("outcome"), 1L, Long::sum);
    cached += event.getBoolean("cached") ? 1 : 0;
    countHeldUp(nanosOfAll, SlowValidation.cpuNanos(event));
    concurrency = Math.max(concurrency, event.getInt("concurrency"));
    if (slowest.size() < SLOWEST || nanosOfAll > slowest.element().nanos()) {
      slowest.add(new SlowValidation(event, nanosOfAll, slowestStep));
      if (slowest.size() > SLOWEST) {
        slowest.remove();
      }
    }
  }

  private void countHeldUp(long nanos, long cpuNanos) {
    if (cpuNanos > 0) {
      ofKnownCpuTime++;
      heldUp += nanos - cpuNanos > HELD_UP_NANOS ? 1 : 0;
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

  /** The mean processor load of the machine while the slowest ran; null if not recorded. */
  @Nullable Double machineLoadOfSlowest() {
    Moments loads = new Moments();
    for (SlowValidation slow : slowest) {
      Double load = slow.machineLoad();
      if (load != null) {
        loads.add(load);
      }
    }
    return loads.count() == 0 ? null : loads.mean();
  }

  /** The share of each cause in the total time of the slowest. */
  Map<Cause, Double> causes() {
    Map<Cause, Double> shares = new LinkedHashMap<>();
    double all = slowest.stream().mapToLong(SlowValidation::nanos).sum();
    for (Cause cause : Cause.values()) {
      long nanos = slowest.stream().mapToLong(slow -> slow.causes().getOrDefault(cause, 0L)).sum();
      if (nanos > 0) {
        shares.put(cause, nanos / all);
      }
    }
    return shares;
  }
}
