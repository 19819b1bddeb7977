// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.watch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/** What is heard of a monitor that fails for two threads at once. */
final class GuardStress {

  private static final Logger LOGGER = Logger.getLogger(TokenValidatorMonitor.class.getName());

  static {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            if (logged.getThrown() instanceof Failure failure) {
              failure.lines.incrementAndGet();
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
  }

  private GuardStress() {}

  private static Monitors guarded(AtomicInteger lines) {
    return new Monitors(List.of(new Broken(lines)));
  }

  /** Counts the lines that tell of it. */
  private static final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final AtomicInteger lines;

    Failure(AtomicInteger lines) {
      super("broken", null, false, false);
      this.lines = lines;
    }
  }

  /** A monitor whose recordings all fail. */
  private record Broken(AtomicInteger lines)
      implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {

    @Override
    public Recording begin(TokenType type) {
      return this;
    }

    @Override
    public void completed(ValidationStep step) {
      throw new Failure(lines);
    }

    @Override
    public void ended(Report report) {
      throw new Failure(lines);
    }
  }

  /** Is a monitor silenced by one line, whoever sees it fail? */
  @JCStressTest
  @Outcome(id = "1, true", expect = ACCEPTABLE, desc = "One line, and silence.")
  @State
  public static class FailTogether {

    private final AtomicInteger lines = new AtomicInteger();
    private final Monitors monitors = guarded(lines);
    private final Watch ofOne = monitors.begin(TokenType.ACCESS_TOKEN);
    private final Watch ofOther = monitors.begin(TokenType.ID_TOKEN);

    @Actor
    public void one() {
      ofOne.completed(ValidationStep.TOKEN_FORMAT_CHECK);
    }

    @Actor
    public void other() {
      ofOther.accepted();
    }

    @Arbiter
    public void after(IZ_Result r) {
      r.r1 = lines.get();
      r.r2 = monitors.begin(TokenType.ACCESS_TOKEN) == Watch.NONE;
    }
  }
}
