// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations in nanoseconds with 128 buckets per doubling, so that a percentile is at
 * most 0.8 % too long. Mean and deviation are exact. Not thread-safe.
 */
final class Distribution {

  private static final int PRECISION_BITS = 7;
  private static final int COARSE_PRECISION_BITS = 5;

  private final int precisionBits;
  private final int bucketsPerDoubling;
  private final Moments moments = new Moments();
  private long[] counts = {};
  private byte @Nullable [] packed;
  private long max;

  Distribution() {
    this(PRECISION_BITS);
  }

  private Distribution(int precisionBits) {
    this.precisionBits = precisionBits;
    this.bucketsPerDoubling = 1 << precisionBits;
  }

  /** A smaller one with 32 buckets per doubling: a percentile is at most 3.2 % too long. */
  static Distribution coarse() {
    return new Distribution(COARSE_PRECISION_BITS);
  }

  void add(long nanos) {
    long duration = Math.max(0, nanos);
    int bucket = bucket(duration);
    counts = counts();
    packed = null;
    if (bucket >= counts.length) {
      counts = Arrays.copyOf(counts, (bucket / bucketsPerDoubling + 1) * bucketsPerDoubling);
    }
    counts[bucket]++;
    max = Math.max(max, duration);
    moments.add((double) duration);
  }

  /** Packs the buckets until the next duration is added. */
  void pack() {
    packed = PackedCounts.pack(counts());
    counts = new long[0];
  }

  private long[] counts() {
    return packed == null ? counts : PackedCounts.unpack(packed);
  }

  /** The number of the bucket that counts a duration. */
  int bucket(long duration) {
    if (duration < bucketsPerDoubling) {
      return (int) duration;
    }
    int shift = Long.SIZE - 1 - precisionBits - Long.numberOfLeadingZeros(duration);
    return shift * bucketsPerDoubling + (int) (duration >>> shift);
  }

  private long longestOf(int bucket) {
    if (bucket < bucketsPerDoubling) {
      return bucket;
    }
    int shift = bucket / bucketsPerDoubling - 1;
    return ((long) (bucket - shift * bucketsPerDoubling + 1) << shift) - 1;
  }

  long count() {
    return moments.count();
  }

  long max() {
    return max;
  }

  double mean() {
    return moments.mean();
  }

  double standardDeviation() {
    return moments.standardDeviation();
  }

  /** The deviation as a multiple of the mean. */
  double coefficientOfVariation() {
    return moments.coefficientOfVariation();
  }

  /** The duration that {@code percent} of all durations do not exceed. */
  long percentile(double percent) {
    return Math.min(longestOf(bucketOf(percent)), max);
  }

  /** The number of the bucket that counts this percentile. */
  int bucketOf(double percent) {
    long rank = Math.max(1, (long) Math.ceil(count() * percent / 100));
    long seen = 0;
    long[] all = counts();
    for (int bucket = 0; bucket < all.length; bucket++) {
      seen += all[bucket];
      if (seen >= rank) {
        return bucket;
      }
    }
    return bucket(max);
  }

  /**
   * The number of durations from 2<sup>n</sup> to below 2<sup>n+1</sup>, by n; 0 also counts those
   * of zero. Exact, because no bucket crosses a power of two.
   */
  Map<Integer, Long> byPowerOfTwo() {
    Map<Integer, Long> powers = new TreeMap<>();
    long[] all = counts();
    for (int bucket = 0; bucket < all.length; bucket++) {
      if (all[bucket] > 0) {
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(longestOf(bucket) | 1);
        powers.merge(power, all[bucket], Long::sum);
      }
    }
    return powers;
  }
}
