// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An estimate of the median of a stream of durations: each value moves it up or down by a 64th, so
 * that it settles where as many values are above as below. A concurrent update may be lost, which
 * does no harm. Thread-safe.
 */
final class RunningMedian {

  private static final int SHIFT = 6;

  private final AtomicLong estimate = new AtomicLong();

  /** Moves the estimate towards a value; returns the estimate before. */
  long movedTowards(long value) {
    long before = estimate.getPlain();
    if (before == 0) {
      estimate.setPlain(value);
      return value;
    }
    long step = Math.max(1, before >> SHIFT);
    if (value != before) {
      estimate.setPlain(value > before ? before + step : before - step);
    }
    return before;
  }
}
