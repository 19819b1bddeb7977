// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jwtvalidation.benchmark.suite.Level;

/** The warm-up of a service by one kind of requests, until it is level. */
final class WarmUp {

  /** Sends requests for a while. */
  interface Period {
    /** Returns what the requests of a period took. */
    Sample measure() throws IOException;
  }

  /**
   * What a period has shown.
   *
   * @param nanos of the service's processors for a request
   */
  record Sample(long requests, double nanos) {}

  private static final int LAST_PERIODS = 5;
  private static final long LEAST_REQUESTS = 20_000;
  private static final int MOST_PERIODS = 60;

  /** Which a new service needs until it is level, as a rule. */
  private static final int USUAL_PERIODS = 30;

  /** Which it needs for each kind of requests then. */
  private static final int FURTHER_PERIODS = 15;

  private final List<Double> nanos;
  private final boolean isLevel;

  private WarmUp(List<Double> nanos, boolean isLevel) {
    this.nanos = nanos;
    this.isLevel = isLevel;
  }

  /** How long it takes with so many kinds of requests. */
  static double expectedSeconds(int kinds, HttpOptions options) {
    int periods = options.quick() ? kinds : USUAL_PERIODS + kinds * FURTHER_PERIODS;
    return periods * (options.warmup() + HttpRow.CONNECT_SECONDS);
  }

  /**
   * Warms up until five periods in succession differ by no more than 3 %, or none of the last ten
   * is better than an earlier one by more than that, and 20,000 requests were answered; at most for
   * sixty periods.
   *
   * @return the periods
   */
  static WarmUp untilLevel(Period period) throws IOException {
    List<Double> nanos = new ArrayList<>();
    long requests = 0;
    while (nanos.size() < MOST_PERIODS) {
      Sample sample = period.measure();
      requests += sample.requests();
      nanos.add(sample.nanos());
      if (requests >= LEAST_REQUESTS && Level.isShownByTheLastOf(nanos)) {
        return new WarmUp(nanos, true);
      }
    }
    return new WarmUp(nanos, false);
  }

  boolean isLevel() {
    return isLevel;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s after %d periods, %.1f µs",
        isLevel ? "level" : "NOT LEVEL",
        nanos.size(),
        medianOfTheLast() / 1e3);
  }

  /** One period alone may have been disturbed. */
  private double medianOfTheLast() {
    List<Double> last =
        nanos.subList(Math.max(0, nanos.size() - LAST_PERIODS), nanos.size()).stream()
            .sorted()
            .toList();
    return last.get(last.size() / 2);
  }
}
