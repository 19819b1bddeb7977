// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A moment on two clocks. The one that measures time may stand still while the machine is
 * suspended; the one that shows the time of day may be set.
 *
 * @param nanos of {@link System#nanoTime}
 * @param millis of {@link System#currentTimeMillis}
 */
public record Moment(long nanos, long millis) {

  /** The source of moments. */
  public record Clocks(LongSupplier nanoTime, LongSupplier currentTimeMillis) {

    public static final Clocks SYSTEM = new Clocks(System::nanoTime, System::currentTimeMillis);

    public Moment now() {
      return new Moment(nanoTime.getAsLong(), currentTimeMillis.getAsLong());
    }
  }

  /** The nanoseconds since {@code earlier}, on the clock on which more have passed. */
  public long since(Moment earlier) {
    return Math.max(nanos - earlier.nanos, TimeUnit.MILLISECONDS.toNanos(millis - earlier.millis));
  }
}
