package org.jwtvalidation.jfr;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An estimate of the median of a stream of durations: each value moves it a 64th of itself up or
 * down, so that it rests where as many are above as below, and follows when they change. Of two
 * threads at once one may move it in vain, which does no harm. Thread-safe.
 */
final class RunningMedian {

  private static final int SHIFT = 6;

  private final AtomicLong estimate = new AtomicLong();

  /** Takes a value into account; gives what the median was taken for before. */
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
