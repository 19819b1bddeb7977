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
import org.jwtvalidation.token.ValidationStep;

/** Counts how validations end, since the application started. */
final class OutcomeCounts implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {

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

  /** One recording for all validations, since none has a state of its own. */
  @Override
  public Recording begin(TokenType type) {
    return this;
  }

  @Override
  public void completed(ValidationStep step) {}

  @Override
  public void accepted() {
    accepted.increment();
  }

  @Override
  public void rejected(Rejection rejection) {
    Objects.requireNonNull(rejected.get(rejection.reason())).increment();
  }

  @Override
  public void undecided() {
    undecided.increment();
  }
}
