// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of durations with logarithmic buckets, 64 for each doubling, so that a duration is
 * known to 1.6 %. Durations of 18 minutes and more share the last bucket. Thread-safe: threads
 * count in separate stripes, at most two for each processor, of 18 KiB each.
 */
public final class LatencyHistogram {

  private static final int PRECISION_BITS = 6;
  private static final int BUCKETS_PER_DOUBLING = 1 << PRECISION_BITS;
  private static final int LONGEST_BITS = 40;

  /** The longest duration that is told from longer ones. */
  public static final long LONGEST = (1L << LONGEST_BITS) - 1;

  /** How many buckets there are. */
  public static final int BUCKETS = (LONGEST_BITS - PRECISION_BITS + 1) * BUCKETS_PER_DOUBLING;

  /** After the buckets, a stripe has the sum and the maximum of its durations. */
  private static final int SUM = BUCKETS;

  private static final int MAX = BUCKETS + 1;

  private final Stripes stripes = new Stripes(BUCKETS + 2);

  /**
   * Records a duration.
   *
   * @param nanos the duration in nanoseconds; a negative one counts as 0
   */
  public void record(long nanos) {
    record(nanos, Stripes.indexOfThisThread());
  }

  /**
   * Records a duration.
   *
   * @param nanos the duration in nanoseconds; a negative one counts as 0
   * @param stripeOfThread {@link Stripes#indexOfThisThread}
   */
  public void record(long nanos, int stripeOfThread) {
    long duration = Math.max(0, Math.min(nanos, LONGEST));
    AtomicLongArray stripe = stripes.get(stripeOfThread);
    stripe.getAndIncrement(bucket(duration));
    stripe.getAndAdd(SUM, duration);
    if (duration > stripe.get(MAX)) {
      stripe.accumulateAndGet(MAX, duration, Math::max);
    }
  }

  static int bucket(long duration) {
    if (duration < BUCKETS_PER_DOUBLING) {
      return (int) duration;
    }
    int shift = Long.SIZE - 1 - PRECISION_BITS - Long.numberOfLeadingZeros(duration);
    return shift * BUCKETS_PER_DOUBLING + (int) (duration >>> shift);
  }

  /** The longest duration that {@code bucket} counts. */
  public static long longestOf(int bucket) {
    if (bucket < BUCKETS_PER_DOUBLING) {
      return bucket;
    }
    int shift = bucket / BUCKETS_PER_DOUBLING - 1;
    long shortest = (long) (bucket - shift * BUCKETS_PER_DOUBLING) << shift;
    return shortest + (1L << shift) - 1;
  }

  /** What has been recorded so far, with or without durations that are recorded meanwhile. */
  public Totals totals() {
    long[] counts = new long[BUCKETS];
    long sum = 0;
    long max = 0;
    for (AtomicLongArray stripe : stripes.all()) {
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        counts[bucket] += stripe.get(bucket);
      }
      sum += stripe.get(SUM);
      max = Math.max(max, stripe.get(MAX));
    }
    return new Totals(counts, sum, max);
  }

  /**
   * What all threads together have recorded.
   *
   * @param counts the number of durations in each bucket
   * @param sum the sum of all durations
   * @param max the longest duration
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Totals(long[] counts, long sum, long max) {}
}
