// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

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

  DurationHistogram.Counts counts() {
    return histograms.stream()
        .map(DurationHistogram::counts)
        .reduce(DurationHistogram.Counts.NONE, DurationHistogram.Counts::plus);
  }
}
