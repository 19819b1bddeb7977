package org.jwtvalidation.benchmark.suite.load;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The results of a run; latencies are in microseconds.
 *
 * <p>JMH sums the counters of all runs. Each counter is therefore divided by the number of runs, so
 * that the sum is the mean. JMH assumes a single JVM for rows that take turns; for these, the
 * harness divides by the number of JVMs.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class LoadCounters {

  /** The number of requests that the machine can answer in a second. */
  public double capacity;

  /** The number of requests. */
  public double offered;

  /** The number of requests answered before the end of the run. */
  public double completed;

  /** The latency that half of the requests do not exceed. */
  public double p50;

  /** The latency that 90 of 100 requests do not exceed. */
  public double p90;

  /** The latency that 99 of 100 requests do not exceed. */
  public double p99;

  /** The latency that 999 of 1,000 requests do not exceed. */
  public double p999;

  /** The latency that 9,999 of 10,000 requests do not exceed. */
  public double p9999;

  /** The longest latency. */
  public double max;

  int runs = 1;

  /** Reads the number of runs. */
  @Setup
  public void prepare(BenchmarkParams params) {
    runs = Math.max(1, params.getForks()) * params.getMeasurement().getCount();
  }

  void take(double requestsPerSecond, int arrivals, LoadResult result) {
    Histogram latencies = result.latencies();
    capacity = requestsPerSecond / runs;
    offered = (double) arrivals / runs;
    completed = (double) result.completedInTime() / runs;
    p50 = micros(latencies.getValueAtPercentile(50));
    p90 = micros(latencies.getValueAtPercentile(90));
    p99 = micros(latencies.getValueAtPercentile(99));
    p999 = micros(latencies.getValueAtPercentile(99.9));
    p9999 = micros(latencies.getValueAtPercentile(99.99));
    max = micros(latencies.getMaxValue());
  }

  private double micros(long nanos) {
    return nanos / 1000.0 / runs;
  }
}
