package org.jwtvalidation.jfr.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/** The validations of one benchmark, or of a whole recording. */
final class Measured {

  static final String VALIDATION = "jwt.TokenValidation";
  private static final int SLOWEST = 100;

  private final Distribution whole = new Distribution();
  private final Map<String, Distribution> steps = new LinkedHashMap<>();
  private final Map<Long, Distribution> seconds = new TreeMap<>();
  private final Map<String, Long> outcomes = new TreeMap<>();
  private final PriorityQueue<SlowValidation> slowest =
      new PriorityQueue<>(Comparator.comparingLong(SlowValidation::nanos));
  private List<StepField> fields = List.of();
  private long cached;
  private int concurrency;

  void add(RecordedEvent event) {
    long second = event.getEndTime().getEpochSecond();
    long nanosOfAll = 0;
    long longest = -1;
    String slowestStep = StepField.WHOLE;
    if (fields.isEmpty()) {
      fields = StepField.of(event.getEventType());
    }
    for (StepField field : fields) {
      long nanos = event.getLong(field.name());
      if (nanos > 0) {
        steps.computeIfAbsent(field.step(), step -> new Distribution()).add(nanos);
        nanosOfAll += nanos;
        if (nanos > longest) {
          longest = nanos;
          slowestStep = field.step();
        }
      }
    }
    whole.add(nanosOfAll);
    seconds.computeIfAbsent(second, s -> new Distribution()).add(nanosOfAll);
    outcomes.merge(event.getString("outcome"), 1L, Long::sum);
    cached += event.getBoolean("cached") ? 1 : 0;
    concurrency = Math.max(concurrency, event.getInt("concurrency"));
    if (slowest.size() < SLOWEST || nanosOfAll > slowest.element().nanos()) {
      slowest.add(new SlowValidation(event, nanosOfAll, slowestStep));
      if (slowest.size() > SLOWEST) {
        slowest.remove();
      }
    }
  }

  /** How long validations took. */
  Distribution whole() {
    return whole;
  }

  /** How long each step took, for those that ran, and the whole. */
  Map<String, Distribution> steps() {
    Map<String, Distribution> all = new LinkedHashMap<>(steps);
    all.put(StepField.WHOLE, whole);
    return all;
  }

  /** How long validations took that ended in each second since 1970. */
  Map<Long, Distribution> seconds() {
    return seconds;
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

  /** The slowest, the very slowest first. */
  List<SlowValidation> slowest() {
    List<SlowValidation> sorted = new ArrayList<>(slowest);
    sorted.sort(Comparator.comparingLong(SlowValidation::nanos).reversed());
    return sorted;
  }

  /** What share of the time of the slowest each cause has. */
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
