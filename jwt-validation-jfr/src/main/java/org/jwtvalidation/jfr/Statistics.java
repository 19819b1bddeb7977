// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.LatencyHistogram;
import org.jwtvalidation.monitor.LatencyDistribution;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Outcome;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * The counters behind the periodic events: validations only count, and each period reports the
 * difference to the one before. Thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // arrays, since every validation counts in them
final class Statistics {

  private static final TokenType[] TYPES = TokenType.values();
  private static final ValidationStep[] STEPS = ValidationStep.values();

  /** The counters of one token type. */
  private static final class OfType {

    private final LatencyHistogram[] durations = new LatencyHistogram[STEPS.length];
    private final LongAdder[] outcomes = new LongAdder[Outcome.values().length];
    private final LongAdder hits = new LongAdder();

    OfType() {
      for (int i = 0; i < durations.length; i++) {
        durations[i] = new LatencyHistogram();
      }
      for (int i = 0; i < outcomes.length; i++) {
        outcomes[i] = new LongAdder();
      }
    }
  }

  /** The counts at the end of the last period. */
  private static final class Reported {

    private final @Nullable LatencyDistribution[] durations = new LatencyDistribution[STEPS.length];
    private final long[] outcomes = new long[Outcome.values().length];
    private long hits;
  }

  private final String name;
  private final AtomicInteger underWay;
  private final Period period = new Period();
  private final OfType[] counts = new OfType[TYPES.length];
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final ReentrantLock reporting = new ReentrantLock();
  private final Reported[] reported = new Reported[TYPES.length];
  private boolean isRecorded; // guarded by reporting

  /**
   * Creates empty statistics.
   *
   * @param underWay the number of validations in progress
   */
  Statistics(String name, AtomicInteger underWay) {
    this.name = name;
    this.underWay = underWay;
    for (int i = 0; i < TYPES.length; i++) {
      counts[i] = new OfType();
      reported[i] = new Reported();
    }
  }

  void began(int concurrency) {
    if (concurrency > mostAtOnce.getPlain()) {
      mostAtOnce.accumulateAndGet(concurrency, Math::max);
    }
  }

  void ended(TokenValidationEvent validation) {
    OfType ofType = counts[validation.type().ordinal()];
    for (ValidationStep step : STEPS) {
      if (validation.has(step)) {
        ofType.durations[step.ordinal()].record(validation.nanos(step));
      }
    }
    ofType.durations[ValidationStep.COMPLETE_VALIDATION.ordinal()].record(validation.nanos());
    ofType.outcomes[validation.outcome().ordinal()].increment();
    if (validation.isCached()) {
      ofType.hits.increment();
    }
  }

  /**
   * Registers periodic events, until these statistics are no longer reachable.
   *
   * @param event the type of {@link ValidationStatisticsEvent}
   */
  void reportPeriodically(EventType event) {
    isRecorded = event.isEnabled();
    PeriodicHooks.addListening(this, ValidationStatisticsEvent.class, new Reporter(this, event));
  }

  private static final class Reporter implements Runnable, FlightRecorderListener {

    private final WeakReference<Statistics> statistics;
    private final EventType event;

    Reporter(Statistics statistics, EventType event) {
      this.statistics = new WeakReference<>(statistics);
      this.event = event;
    }

    @Override
    public void run() {
      Statistics left = statistics.get();
      if (left == null) {
        FlightRecorder.removePeriodicEvent(this);
      } else {
        left.report();
      }
    }

    @Override
    public void recordingStateChanged(Recording recording) {
      Statistics left = statistics.get();
      if (left != null) {
        left.restart(event.isEnabled());
      }
    }
  }

  /** Reports nothing of the time before a recording, nor of that between two. */
  private void restart(boolean isNowRecorded) {
    reporting.lock();
    try {
      if (isRecorded != isNowRecorded) {
        isRecorded = false;
        report();
        isRecorded = isNowRecorded;
      }
    } finally {
      reporting.unlock();
    }
  }

  private void report() {
    reporting.lock();
    try {
      int concurrency = mostAtOnce.getAndSet(underWay.get());
      long elapsed = period.elapsed();
      for (TokenType type : TYPES) {
        report(type, concurrency, elapsed);
      }
      // The recorder calls when a recording begins, too, before it says so.
      isRecorded = true;
    } finally {
      reporting.unlock();
    }
  }

  private void report(TokenType type, int concurrency, long elapsed) {
    OfType now = counts[type.ordinal()];
    Reported before = reported[type.ordinal()];
    long[] outcomes = new long[before.outcomes.length];
    long validations = 0;
    for (int i = 0; i < outcomes.length; i++) {
      long sum = now.outcomes[i].sum();
      outcomes[i] = sum - before.outcomes[i];
      before.outcomes[i] = sum;
      validations += outcomes[i];
    }
    if (validations == 0) {
      return;
    }
    long hits = now.hits.sum();
    // Validations may end between the two sums.
    float hitRate = Math.min(1, (float) (hits - before.hits) / validations);
    before.hits = hits;
    for (ValidationStep step : STEPS) {
      LatencyDistribution all = new LatencyDistribution(now.durations[step.ordinal()]);
      LatencyDistribution earlier = before.durations[step.ordinal()];
      LatencyDistribution added = earlier == null ? all : all.since(earlier);
      before.durations[step.ordinal()] = all;
      if (added.count() > 0 && isRecorded) {
        ValidationStatisticsEvent event = event(type, step, added);
        event.elapsed = elapsed;
        event.accepted = outcomes[Outcome.ACCEPTED.ordinal()];
        event.rejected = outcomes[Outcome.REJECTED.ordinal()];
        event.undecided = outcomes[Outcome.UNDECIDED.ordinal()];
        event.abandoned = outcomes[Outcome.ABANDONED.ordinal()];
        event.hitRate = hitRate;
        event.concurrency = concurrency;
        event.commit();
      }
    }
  }

  private ValidationStatisticsEvent event(
      TokenType type, ValidationStep step, LatencyDistribution durations) {
    ValidationStatisticsEvent event = new ValidationStatisticsEvent();
    event.validator = name;
    event.tokenType = type.name();
    event.step = step.name();
    event.count = durations.count();
    event.mean = durations.mean().toNanos();
    event.p50 = durations.percentile(50).toNanos();
    event.p95 = durations.percentile(95).toNanos();
    event.p99 = durations.percentile(99).toNanos();
    event.maximum = durations.max().toNanos();
    return event;
  }
}
