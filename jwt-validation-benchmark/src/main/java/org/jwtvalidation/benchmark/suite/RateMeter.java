// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.function.LongSupplier;

/**
 * The rate of what others count, from one moment to the next. Used by one thread, which may have to
 * wait for a processor.
 */
final class RateMeter {

  private static final long SAME_MOMENT = 1_000_000;

  private final LongSupplier nanoTime;
  private final LongSupplier count;
  private long end;
  private long counted;

  RateMeter(LongSupplier nanoTime, LongSupplier count) {
    this.nanoTime = nanoTime;
    this.count = count;
    this.counted = read();
  }

  /** The count, and the time at which it was so: read again if the thread lost its processor. */
  private long read() {
    long before;
    long read;
    do {
      before = nanoTime.getAsLong();
      read = count.getAsLong();
      end = nanoTime.getAsLong();
    } while (end - before > SAME_MOMENT);
    return read;
  }

  /** Ends the current period, begins the next, and returns what was counted in a second. */
  double next() {
    long begin = end;
    long before = counted;
    counted = read();
    return (counted - before) * 1e9 / (end - begin);
  }

  /** The instant at which the last period ended. */
  long end() {
    return end;
  }
}
