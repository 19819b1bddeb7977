// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import java.util.EnumMap;
import java.util.Map;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * Notes when each step of a validation ended, and keeps the notes of the validation that began
 * last. Every boundary is read from the clock once, so that the steps add up to the whole.
 */
final class StepClock implements TokenValidatorMonitor {

  private volatile Notes last = new Notes();

  @Override
  public Recording begin(TokenType type) {
    Notes notes = new Notes();
    last = notes;
    notes.boundary = System.nanoTime();
    return notes;
  }

  /** The times of the validation that began last. */
  Timeline last() {
    return last.timeline();
  }

  /** The notes of one validation, which one thread takes. */
  private static final class Notes implements Recording {

    private final Map<ValidationStep, Long> nanos = new EnumMap<>(ValidationStep.class);
    private long boundary;

    @Override
    public void completed(ValidationStep step) {
      long now = System.nanoTime();
      nanos.put(step, now - boundary);
      boundary = now;
    }

    @Override
    public void ended(Report report) {
      if (report.outcome() != Outcome.ACCEPTED) {
        completed(report.step());
      }
    }

    Timeline timeline() {
      return new Timeline(nanos);
    }
  }
}
