// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.jwtvalidation.monitor.LatencyDistribution;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** What a {@link LatencyHistogram} has counted of two threads that share a stripe. */
final class LatencyHistogramStress {

  private static final int STRIPE = 0;

  private LatencyHistogramStress() {}

  private static void summarize(LatencyHistogram histogram, JJJ_Result r) {
    LatencyDistribution distribution = new LatencyDistribution(histogram);
    r.r1 = distribution.count();
    r.r2 = distribution.mean().toNanos();
    r.r3 = distribution.max().toNanos();
  }

  /** Does a stripe that both make lose what one of them counts in it? */
  @JCStressTest
  @Outcome(id = "2, 20, 30", expect = ACCEPTABLE, desc = "Both, in one stripe.")
  @State
  public static class BeginStripeTogether {

    private final LatencyHistogram histogram = new LatencyHistogram();

    @Actor
    public void one() {
      histogram.record(10, STRIPE);
    }

    @Actor
    public void other() {
      histogram.record(30, STRIPE);
    }

    @Arbiter
    public void after(JJJ_Result r) {
      summarize(histogram, r);
    }
  }

  /** Is a duration lost that two threads record in one bucket? */
  @JCStressTest
  @Outcome(id = "5, 10, 10", expect = ACCEPTABLE, desc = "All five.")
  @State
  public static class CountInOneBucket {

    private final LatencyHistogram histogram = new LatencyHistogram();

    public CountInOneBucket() {
      histogram.record(10, STRIPE);
    }

    @Actor
    public void one() {
      histogram.record(10, STRIPE);
      histogram.record(10, STRIPE);
    }

    @Actor
    public void other() {
      histogram.record(10, STRIPE);
      histogram.record(10, STRIPE);
    }

    @Arbiter
    public void after(JJJ_Result r) {
      summarize(histogram, r);
    }
  }

  /** Is the longest of two durations the longest in the end? */
  @JCStressTest
  @Outcome(id = "300", expect = ACCEPTABLE, desc = "The longest.")
  @State
  public static class LongestOfTwo {

    private final LatencyHistogram histogram = new LatencyHistogram();

    public LongestOfTwo() {
      histogram.record(100, STRIPE);
    }

    @Actor
    public void one() {
      histogram.record(200, STRIPE);
    }

    @Actor
    public void other() {
      histogram.record(300, STRIPE);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = new LatencyDistribution(histogram).max().toNanos();
    }
  }

  /** Does a distribution ever have more than was recorded, or the histogram less in the end? */
  @JCStressTest
  @Outcome(
      id = {"1, 3", "2, 3", "3, 3"},
      expect = ACCEPTABLE,
      desc = "What was being recorded is in it or not.")
  @State
  public static class ReadWhileRecorded {

    private final LatencyHistogram histogram = new LatencyHistogram();

    public ReadWhileRecorded() {
      histogram.record(10, STRIPE);
    }

    @Actor
    public void record() {
      histogram.record(20, STRIPE);
      histogram.record(5, STRIPE);
    }

    @Actor
    public void read(JJ_Result r) {
      r.r1 = new LatencyDistribution(histogram).count();
    }

    @Arbiter
    public void after(JJ_Result r) {
      r.r2 = new LatencyDistribution(histogram).count();
    }
  }
}
