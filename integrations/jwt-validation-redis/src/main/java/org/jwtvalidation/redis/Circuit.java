// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls are made: all of them until several in a row have failed, then one after each
 * pause, until one succeeds. Thread-safe.
 */
final class Circuit {

  /** Admits a call, whose end has to be reported. */
  enum Permit {
    /** One of many. */
    USUAL,
    /** The only one under way. */
    PROBE
  }

  /**
   * What is known.
   *
   * @param failures how many calls in a row have failed
   * @param isProbed whether the one call is under way that is made while the circuit is open
   * @param probeAt when the next such call may be made, in nanoseconds
   */
  private record State(int failures, boolean isProbed, long probeAt) {}

  private static final State CLOSED = new State(0, false, 0);

  private final int mostFailures;
  private final long pauseNanos;
  private final LongSupplier nanoTime;
  private final AtomicReference<State> state = new AtomicReference<>(CLOSED);

  Circuit(int mostFailures, Duration pause, LongSupplier nanoTime) {
    this.mostFailures = mostFailures;
    this.pauseNanos = pause.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Whether no more than one call at a time is made. */
  private boolean isOpen(State known) {
    return known.failures >= mostFailures;
  }

  /** Admits a call, or returns null. */
  @Nullable Permit admit() {
    State known = Objects.requireNonNull(state.get());
    if (!isOpen(known)) {
      return Permit.USUAL;
    }
    if (known.isProbed || known.probeAt - nanoTime.getAsLong() > 0) {
      return null;
    }
    State probed = new State(known.failures, true, known.probeAt);
    return state.compareAndSet(known, probed) ? Permit.PROBE : null;
  }

  /** Reports success; whether the circuit was open until now. */
  boolean succeeded(Permit permit) {
    State before =
        state.getAndUpdate(known -> permit == Permit.USUAL && isOpen(known) ? known : CLOSED);
    return permit == Permit.PROBE && isOpen(before);
  }

  /** Reports a failure; whether the circuit was closed until now and has opened. */
  boolean failed(Permit permit) {
    long probeAt = nanoTime.getAsLong() + pauseNanos;
    State before =
        state.getAndUpdate(known -> {
          if (permit == Permit.PROBE) {
            return new State(known.failures, false, probeAt);
          }
          // Late failures of calls made before it opened say nothing new.
          return isOpen(known) ? known : new State(known.failures + 1, false, probeAt);
        });
    return permit == Permit.USUAL && before.failures + 1 == mostFailures;
  }

  /** The time until the next probe may be made; zero if the circuit is closed or the time is up. */
  Duration untilProbe() {
    State known = Objects.requireNonNull(state.get());
    long nanos = isOpen(known) ? known.probeAt - nanoTime.getAsLong() : 0;
    return Duration.ofNanos(Math.max(0, nanos));
  }
}
