// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jwtvalidation.internal.concurrent.Stripes;

/**
 * A histogram of durations with the bounds from 1 µs to 5 s that suit a validation. Thread-safe:
 * threads count in separate stripes, at most two for each processor, of 256 octets each.
 */
final class DurationHistogram {

  /** In nanoseconds; durations beyond the last bound have a bucket of their own. */
  private static final long[] BOUNDS = {
    1_000,
    2_000,
    5_000,
    10_000,
    20_000,
    50_000,
    100_000,
    200_000,
    500_000,
    1_000_000,
    5_000_000,
    10_000_000,
    50_000_000,
    500_000_000,
    5_000_000_000L
  };

  /** After the buckets, a stripe has the sum of its durations. */
  private static final int SUM = BOUNDS.length + 1;

  private final Stripes stripes = new Stripes(BOUNDS.length + 2);

  /** The durations up to one moment. */
  static final class Counts {

    /** No durations. */
    static final Counts NONE = new Counts(new long[BOUNDS.length + 1], 0);

    private final long[] counts;
    private final long sum;

    private Counts(long[] counts, long sum) {
      this.counts = counts;
      this.sum = sum;
    }

    /** These durations and others. */
    Counts plus(Counts others) {
      long[] both = counts.clone();
      for (int i = 0; i < both.length; i++) {
        both[i] += others.counts[i];
      }
      return new Counts(both, sum + others.sum);
    }

    /** For each bucket, how many durations are in it: beyond the bound of the one before. */
    long[] counts() {
      return counts.clone();
    }

    /** The sum of all durations, in nanoseconds. */
    long sum() {
      return sum;
    }

    /** The number of all durations. */
    long all() {
      return upTo(counts.length - 1);
    }

    /** How many durations do not exceed the bound of bucket {@code index}. */
    long upTo(int index) {
      long upTo = 0;
      for (int i = 0; i <= index; i++) {
        upTo += counts[i];
      }
      return upTo;
    }
  }

  /** The bounds in seconds, and at last infinity. */
  static double[] boundsInSeconds() {
    double[] seconds = new double[BOUNDS.length + 1];
    for (int i = 0; i < BOUNDS.length; i++) {
      seconds[i] = BOUNDS[i] / 1e9;
    }
    seconds[BOUNDS.length] = Double.POSITIVE_INFINITY;
    return seconds;
  }

  /** Records a duration; true if it may be the first. */
  boolean record(long nanos, int stripeOfThread) {
    int bucket = 0;
    while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
      bucket++;
    }
    AtomicLongArray stripe = stripes.find(stripeOfThread);
    boolean isFresh = stripe == null;
    if (stripe == null) {
      stripe = stripes.get(stripeOfThread);
    }
    stripe.getAndAdd(SUM, Math.max(0, nanos));
    stripe.getAndIncrement(bucket);
    return isFresh;
  }

  /** What has been recorded so far, with or without durations that are being recorded. */
  Counts counts() {
    long[] counts = new long[BOUNDS.length + 1];
    long sum = 0;
    for (AtomicLongArray stripe : stripes.all()) {
      for (int bucket = 0; bucket < counts.length; bucket++) {
        counts[bucket] += stripe.get(bucket);
      }
      sum += stripe.get(SUM);
    }
    return new Counts(counts, sum);
  }
}
