// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Histograms that a registry shows as one, since its filters leave them the same tags. Thread-safe.
 */
final class HistogramSum {

  private final Set<DurationHistogram> histograms = ConcurrentHashMap.newKeySet();

  void add(DurationHistogram histogram) {
    histograms.add(histogram);
  }

  /** Removes a histogram; whether none is left. */
  boolean remove(DurationHistogram histogram) {
    return histograms.remove(histogram) && histograms.isEmpty();
  }

  /** Adds a histogram to those of its key. */
  static <K> void add(Map<K, HistogramSum> sums, K key, DurationHistogram histogram) {
    sums.compute(
        key,
        (unused, known) -> {
          HistogramSum sum = known == null ? new HistogramSum() : known;
          sum.add(histogram);
          return sum;
        });
  }

  /** Removes a histogram; returns the keys that have none left, which are removed, too. */
  static <K> List<K> remove(Map<K, HistogramSum> sums, DurationHistogram histogram) {
    List<K> empty = new ArrayList<>();
    for (K key : sums.keySet()) {
      sums.computeIfPresent(
          key,
          (unused, sum) -> {
            boolean isEmpty = sum.remove(histogram);
            if (isEmpty) {
              empty.add(key);
            }
            return isEmpty ? null : sum;
          });
    }
    return empty;
  }

  DurationHistogram.Counts counts() {
    return histograms.stream()
        .map(DurationHistogram::counts)
        .reduce(DurationHistogram.Counts.NONE, DurationHistogram.Counts::plus);
  }
}
