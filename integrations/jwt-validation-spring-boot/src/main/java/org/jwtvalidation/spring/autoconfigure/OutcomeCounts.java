// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;

/** Counts how validations end, since the application started. */
final class OutcomeCounts implements TokenValidatorMonitor {

  private final LongAdder accepted = new LongAdder();
  private final LongAdder undecided = new LongAdder();
  private final Map<Reason, LongAdder> rejected = new EnumMap<>(Reason.class);

  OutcomeCounts() {
    Arrays.stream(Reason.values()).forEach(reason -> rejected.put(reason, new LongAdder()));
  }

  long acceptedTokens() {
    return accepted.sum();
  }

  long undecidedTokens() {
    return undecided.sum();
  }

  /** The number of rejections for each reason that has occurred. */
  Map<String, Long> rejectedTokens() {
    Map<String, Long> counts = new LinkedHashMap<>();
    rejected.forEach((reason, count) -> {
      if (count.sum() > 0) {
        counts.put(reason.name(), count.sum());
      }
    });
    return counts;
  }

  @Override
  public Recording begin(TokenType type) {
    return this::count;
  }

  private void count(Report report) {
    Rejection rejection = report.rejection();
    if (rejection != null) {
      Objects.requireNonNull(rejected.get(rejection.reason())).increment();
    } else if (report.outcome() == Outcome.ACCEPTED) {
      accepted.increment();
    } else if (report.outcome() == Outcome.UNDECIDED) {
      undecided.increment();
    }
  }
}
