package org.jwtvalidation.jfr.analysis;

import java.util.Arrays;

/**
 * Durations in nanoseconds, counted in buckets that grow with the duration: 128 to each doubling,
 * so that a percentile is at most 0.8 % too long. Mean and deviation are exact. Not thread-safe.
 */
final class Distribution {

  private static final int PRECISION_BITS = 7;
  private static final int BUCKETS_PER_DOUBLING = 1 << PRECISION_BITS;

  private long[] counts = new long[BUCKETS_PER_DOUBLING];
  private long count;
  private long max;
  private double mean;
  private double squares;

  void add(long nanos) {
    long duration = Math.max(0, nanos);
    int bucket = bucket(duration);
    if (bucket >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(bucket + 1, counts.length * 2));
    }
    counts[bucket]++;
    count++;
    max = Math.max(max, duration);
    // Welford's recurrence: no sum of squares that would lose its low digits.
    double distance = duration - mean;
    mean += distance / count;
    squares += distance * (duration - mean);
  }

  private static int bucket(long duration) {
    if (duration < BUCKETS_PER_DOUBLING) {
      return (int) duration;
    }
    int shift = Long.SIZE - 1 - PRECISION_BITS - Long.numberOfLeadingZeros(duration);
    return shift * BUCKETS_PER_DOUBLING + (int) (duration >>> shift);
  }

  private static long longestOf(int bucket) {
    if (bucket < BUCKETS_PER_DOUBLING) {
      return bucket;
    }
    int shift = bucket / BUCKETS_PER_DOUBLING - 1;
    return ((long) (bucket - shift * BUCKETS_PER_DOUBLING + 1) << shift) - 1;
  }

  long count() {
    return count;
  }

  long max() {
    return max;
  }

  double mean() {
    return mean;
  }

  double standardDeviation() {
    return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
  }

  /** The deviation as a multiple of the mean. */
  double coefficientOfVariation() {
    return mean == 0 ? 0 : standardDeviation() / mean;
  }

  /** The duration that {@code percent} of them do not exceed. */
  long percentile(double percent) {
    long rank = Math.max(1, (long) Math.ceil(count * percent / 100));
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return Math.min(longestOf(bucket), max);
      }
    }
    return max;
  }
}
