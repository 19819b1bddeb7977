package org.jwtvalidation.keysource;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A moment on two clocks. One that measures time may stand still while the machine is suspended;
 * one that shows the time may be set.
 *
 * @param nanos of {@link System#nanoTime}
 * @param millis of {@link System#currentTimeMillis}
 */
record Moment(long nanos, long millis) {

  /** Where moments come from. */
  record Clocks(LongSupplier nanoTime, LongSupplier currentTimeMillis) {

    static final Clocks SYSTEM = new Clocks(System::nanoTime, System::currentTimeMillis);

    Moment now() {
      return new Moment(nanoTime.getAsLong(), currentTimeMillis.getAsLong());
    }
  }

  /** The nanoseconds since {@code earlier}, by the clock that says more. */
  long since(Moment earlier) {
    return Math.max(nanos - earlier.nanos, TimeUnit.MILLISECONDS.toNanos(millis - earlier.millis));
  }
}
