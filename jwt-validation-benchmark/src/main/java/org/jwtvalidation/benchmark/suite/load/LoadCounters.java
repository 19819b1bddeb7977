package org.jwtvalidation.benchmark.suite.load;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The numbers of a run; latencies in microseconds.
 *
 * <p>JMH adds the counters of all runs up. Each is therefore entered as a share: divided by how
 * many runs there are, so that the sum is the mean, and a score like any other. Where rows take
 * turns, JMH knows of one JVM, and the harness divides by how many there were.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class LoadCounters {

  /** How many requests a second the machine can answer. */
  public double capacity;

  /** How many requests arrived. */
  public double offered;

  /** How many of them were answered before the run was over. */
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

  /** Learns how many runs there are. */
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
