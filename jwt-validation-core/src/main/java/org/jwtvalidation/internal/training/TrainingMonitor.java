// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.training;

import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * Records nothing, by recordings of several classes in turns: then C2 expects none of them in what
 * it compiles, and does not have to compile that again for the monitor of a user. Used by one
 * thread.
 */
public final class TrainingMonitor implements TokenValidatorMonitor {

  private int begun;

  @Override
  public Recording begin(TokenType type) {
    Turn[] turns = Turn.values();
    return turns[begun++ % turns.length];
  }

  /** Each is of a class of its own. */
  private enum Turn implements Recording {
    FIRST {},
    SECOND {},
    THIRD {};

    @Override
    public void completed(ValidationStep step) {}

    @Override
    public void ended(Report report) {}
  }
}
