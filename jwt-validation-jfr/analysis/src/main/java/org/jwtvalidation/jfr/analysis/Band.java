// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The validations between two percentiles: what delays one in a hundred is not what delays one in
 * ten thousand. A band begins and ends with a bucket of the histogram, none of which is divided. A
 * large band is known by a sample, in which each validation is equally likely.
 */
final class Band {

  private static final int MOST = 1_000;

  private final double from;
  private final double to;
  private final Distribution durations;
  private final int first;
  private final int limit;
  private final List<SlowValidation> sample = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);
  private long count;
  private long shortest = Long.MAX_VALUE;
  private long longest;

  /**
   * An empty band.
   *
   * @param from the percentile where it begins
   * @param to the percentile before which it ends, or 100 for all that are longer
   */
  private Band(double from, double to, Distribution durations) {
    this.from = from;
    this.to = to;
    this.durations = durations;
    this.first = durations.bucketOf(from);
    this.limit = to < 100 ? durations.bucketOf(to) : Integer.MAX_VALUE;
  }

  /**
   * From the 99th to the 99.9th percentile, and from there; a single one if both are in one bucket.
   */
  static List<Band> ofSlow(Distribution durations) {
    return durations.bucketOf(99) == durations.bucketOf(99.9)
        ? List.of(new Band(99, 100, durations))
        : List.of(new Band(99, 99.9, durations), new Band(99.9, 100, durations));
  }

  void add(Measured.Times times) {
    long nanos = times.nanos();
    int bucket = durations.bucket(nanos);
    if (bucket < first || bucket >= limit) {
      return;
    }
    count++;
    shortest = Math.min(shortest, nanos);
    longest = Math.max(longest, nanos);
    if (sample.size() < MOST) {
      sample.add(new SlowValidation(times));
    } else {
      long place = random.nextLong(count);
      if (place < MOST) {
        sample.set((int) place, new SlowValidation(times));
      }
    }
  }

  double from() {
    return from;
  }

  double to() {
    return to;
  }

  long count() {
    return count;
  }

  /** The duration of the shortest validation in nanoseconds. */
  long shortest() {
    return shortest;
  }

  /** The duration of the longest validation in nanoseconds. */
  long longest() {
    return longest;
  }

  /** The whole band, or a thousand validations of it. */
  List<SlowValidation> sample() {
    return sample;
  }

  /** The share of each cause in the total time of the sample; they add up to 1. */
  Map<Cause, Double> causes() {
    Map<Cause, Long> sums = new EnumMap<>(Cause.class);
    sample.forEach(
        slow -> slow.causes().forEach((cause, nanos) -> sums.merge(cause, nanos, Long::sum)));
    double all = sample.stream().mapToLong(SlowValidation::nanos).sum();
    Map<Cause, Double> shares = new EnumMap<>(Cause.class);
    sums.forEach((cause, nanos) -> shares.put(cause, nanos / all));
    return shares;
  }

  /** The mean processor load of the machine while the sample ran; null if not recorded. */
  @Nullable Double machineLoad() {
    Moments loads = new Moments();
    for (SlowValidation slow : sample) {
      Double load = slow.machineLoad();
      if (load != null) {
        loads.add(load);
      }
    }
    return loads.count() == 0 ? null : loads.mean();
  }
}
