// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/** Counts how often each step was completed. */
public class CountingMonitor implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {

  private final Map<ValidationStep, AtomicInteger> completed = new EnumMap<>(ValidationStep.class);

  public CountingMonitor() {
    for (ValidationStep step : ValidationStep.values()) {
      completed.put(step, new AtomicInteger());
    }
  }

  public int count(ValidationStep step) {
    return Objects.requireNonNull(completed.get(step)).get();
  }

  /** The number of valid signatures. */
  public int signatures() {
    return count(ValidationStep.SIGNATURE_VALIDATION);
  }

  @Override
  public Recording begin(TokenType type) {
    return this;
  }

  @Override
  public void completed(ValidationStep step) {
    Objects.requireNonNull(completed.get(step)).incrementAndGet();
  }

  @Override
  public void ended(Report report) {}
}
