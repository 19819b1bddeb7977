// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import java.time.Duration;
import org.jwtvalidation.internal.concurrent.LatencyHistogram;

/**
 * The durations that a monitor had recorded at one moment, counted in 64 buckets for each doubling.
 * Percentiles are at most 1.6 % too long, never too short, and capped at 18 minutes. Immutable and
 * thread-safe.
 */
public final class LatencyDistribution {

  static final LatencyDistribution NONE =
      new LatencyDistribution(new long[LatencyHistogram.BUCKETS], 0, 0);

  private static final Duration LONGEST_BOUND = Duration.ofNanos(LatencyHistogram.LONGEST);

  private final long[] counts;
  private final long count;
  private final long sum;
  private final long max;

  /**
   * Creates a copy of what a histogram has recorded so far.
   *
   * @param histogram the histogram
   * @hidden
   */
  @SuppressWarnings({"exports", "InvalidBlockTag"}) // no user has such a parameter
  public LatencyDistribution(LatencyHistogram histogram) {
    this(histogram.totals());
  }

  private LatencyDistribution(LatencyHistogram.Totals totals) {
    this(totals.counts(), totals.sum(), totals.max());
  }

  private LatencyDistribution(long[] counts, long sum, long max) {
    long all = 0;
    for (long ofBucket : counts) {
      all += ofBucket;
    }
    this.counts = counts;
    this.count = all;
    this.sum = sum;
    this.max = max;
  }

  /** {@return the number of durations} */
  public long count() {
    return count;
  }

  /** {@return the sum of all durations} */
  public Duration sum() {
    return Duration.ofNanos(sum);
  }

  /** {@return the mean, or zero if there are no durations} */
  public Duration mean() {
    return Duration.ofNanos(count == 0 ? 0 : sum / count);
  }

  /** {@return the longest duration, or zero if there are none} */
  public Duration max() {
    return Duration.ofNanos(max);
  }

  /**
   * Returns a percentile: the duration that the given share of all durations does not exceed.
   *
   * @param percent the share, from 0 to 100
   * @return the duration, or zero if there are none
   * @throws IllegalArgumentException if {@code percent} is out of range
   */
  public Duration percentile(double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException(
          "percent: " + percent + " is out of range; choose a number from 0 to 100");
    }
    long rank = Math.max(1, (long) Math.ceil(count * percent / 100));
    long seen = 0;
    for (int bucket = 0; bucket < counts.length && count > 0; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return Duration.ofNanos(Math.min(LatencyHistogram.longestOf(bucket), max));
      }
    }
    return Duration.ZERO;
  }

  /**
   * Returns how many durations do not exceed a bound, as the buckets of a Prometheus histogram
   * count them. Durations within 1.6 % of the bound may count as longer.
   *
   * @param bound the bound
   * @return the number of durations
   */
  public long countUpTo(Duration bound) {
    if (bound.isNegative()) {
      return 0;
    }
    if (bound.compareTo(LONGEST_BOUND) >= 0) {
      return count;
    }
    long nanos = bound.toNanos();
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      if (LatencyHistogram.longestOf(bucket) > nanos) {
        break;
      }
      seen += counts[bucket];
    }
    return seen;
  }

  /** Returns these durations and those of another histogram together. */
  LatencyDistribution plus(LatencyDistribution other) {
    long[] all = counts.clone();
    for (int bucket = 0; bucket < all.length; bucket++) {
      all[bucket] += other.counts[bucket];
    }
    return new LatencyDistribution(all, sum + other.sum, Math.max(max, other.max));
  }

  /**
   * Returns the durations recorded since an earlier moment. Their longest is known to 1.6 % only.
   *
   * @param earlier an earlier distribution of the same histogram
   * @return the difference
   * @throws IllegalArgumentException if {@code earlier} has durations that this distribution lacks
   */
  public LatencyDistribution since(LatencyDistribution earlier) {
    long[] added = new long[counts.length];
    long longest = 0;
    for (int bucket = 0; bucket < added.length; bucket++) {
      added[bucket] = counts[bucket] - earlier.counts[bucket];
      if (added[bucket] < 0) {
        throw new IllegalArgumentException(
            "earlier: is not an earlier state of the same histogram; subtract the older of the two");
      }
      if (added[bucket] > 0) {
        longest = LatencyHistogram.longestOf(bucket);
      }
    }
    return new LatencyDistribution(added, sum - earlier.sum, Math.min(longest, max));
  }
}
