package org.jwtvalidation.benchmark.suite.standard;

import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How many tokens does a busy server validate? 100 threads share one validator and draw from 600
 * tokens of three issuers. The average time is that of the machine, from one token to the next; for
 * the latency of callers see {@link LatencyBenchmark}.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=standard.ValidationBenchmark}
 */
@BenchmarkMode({Mode.Throughput, Mode.AverageTime})
public class ValidationBenchmark extends ServerUnderLoad {

  /** Warms up. */
  @Setup
  public void prepare(StandardTraffic traffic, BenchmarkParams row) throws Exception {
    prepare(row, traffic::validations);
  }
}
