// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jwtvalidation.internal.concurrent.LatencyHistogram;
import org.jwtvalidation.internal.concurrent.Stripes;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * A monitor that records the latency of every step and counts the outcomes. Thread-safe; one
 * monitor may observe several validators. It reads {@link System#nanoTime} at the beginning of a
 * validation and at the end of each step but {@link ValidationStep#TOKEN_FORMAT_CHECK}, which takes
 * less time than the reading: its time is part of the next step, unless the validation ends with
 * it.
 *
 * <p>Each step that occurs takes a histogram: at most two stripes of 18 KiB for each processor,
 * together less than 1 MiB for access tokens on a machine with two processors.
 */
public final class LatencyMonitor implements TokenValidatorMonitor {

  private final Map<TokenType, Map<ValidationStep, LatencyHistogram>> histograms =
      forEach(
          TokenType.class, type -> forEach(ValidationStep.class, step -> new LatencyHistogram()));

  /**
   * The whole time of validations that did not accept the token. That of the others is in {@link
   * #histograms}, whose count is therefore the number of accepted tokens at any moment.
   */
  private final Map<TokenType, LatencyHistogram> notAccepted =
      forEach(TokenType.class, type -> new LatencyHistogram());

  private final Map<Reason, LongAdder> rejected = forEach(Reason.class, reason -> new LongAdder());
  private final LongAdder undecided = new LongAdder();

  /** Creates a monitor that has recorded nothing yet. */
  public LatencyMonitor() {}

  private static <K extends Enum<K>, V> Map<K, V> forEach(Class<K> keys, Function<K, V> value) {
    Map<K, V> map = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      map.put(key, value.apply(key));
    }
    return map;
  }

  /** Never null, since every map here has all constants of its enum as keys. */
  private static <K extends Enum<K>, V> V of(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key));
  }

  @Override
  public Recording begin(TokenType type) {
    return new Stopwatch(of(histograms, type), of(notAccepted, type));
  }

  /** {@return what has been recorded so far, with or without validations that end meanwhile} */
  public LatencySnapshot snapshot() {
    Map<TokenType, Map<ValidationStep, LatencyDistribution>> latencies =
        new EnumMap<>(TokenType.class);
    Map<TokenType, Long> accepted = new EnumMap<>(TokenType.class);
    histograms.forEach((type, ofType) -> {
      Map<ValidationStep, LatencyDistribution> occurred = new EnumMap<>(ValidationStep.class);
      ofType.forEach((step, histogram) -> {
        LatencyDistribution durations = new LatencyDistribution(histogram);
        if (step == ValidationStep.COMPLETE_VALIDATION) {
          if (durations.count() > 0) {
            accepted.put(type, durations.count());
          }
          durations = durations.plus(new LatencyDistribution(of(notAccepted, type)));
        }
        if (durations.count() > 0) {
          occurred.put(step, durations);
        }
      });
      if (!occurred.isEmpty()) {
        latencies.put(type, occurred);
      }
    });
    Map<Reason, Long> reasons = new EnumMap<>(Reason.class);
    rejected.forEach((reason, count) -> {
      if (count.sum() > 0) {
        reasons.put(reason, count.sum());
      }
    });
    return new LatencySnapshot(latencies, accepted, reasons, undecided.sum());
  }

  /** Measures the steps of one validation. */
  private final class Stopwatch implements Recording {

    private final Map<ValidationStep, LatencyHistogram> latencies;
    private final LatencyHistogram notAcceptedOfType;
    private final int stripe = Stripes.indexOfThisThread();
    private final long begin;
    private long lastBoundary;

    Stopwatch(Map<ValidationStep, LatencyHistogram> latencies, LatencyHistogram notAcceptedOfType) {
      this.latencies = latencies;
      this.notAcceptedOfType = notAcceptedOfType;
      this.begin = System.nanoTime();
      this.lastBoundary = begin;
    }

    @Override
    public void completed(ValidationStep step) {
      if (step != ValidationStep.TOKEN_FORMAT_CHECK) {
        recordStep(step);
      }
    }

    private void recordStep(ValidationStep step) {
      long now = System.nanoTime();
      of(latencies, step).record(now - lastBoundary, stripe);
      lastBoundary = now;
    }

    @Override
    public void ended(Report report) {
      if (report.outcome() == Outcome.ABANDONED) {
        return;
      }
      boolean isAccepted = report.outcome() == Outcome.ACCEPTED;
      // The check of the format may be the only step, as that of a refresh token is.
      if (!isAccepted || report.step() == ValidationStep.TOKEN_FORMAT_CHECK) {
        recordStep(report.step());
      }
      LatencyHistogram whole =
          isAccepted ? of(latencies, ValidationStep.COMPLETE_VALIDATION) : notAcceptedOfType;
      whole.record(lastBoundary - begin, stripe);
      Rejection rejection = report.rejection();
      if (rejection != null) {
        of(rejected, rejection.reason()).increment();
      } else if (!isAccepted) {
        undecided.increment();
      }
    }
  }
}
