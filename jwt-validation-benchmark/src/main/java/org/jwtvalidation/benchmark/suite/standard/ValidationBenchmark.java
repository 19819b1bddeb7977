package org.jwtvalidation.benchmark.suite.standard;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many tokens does a busy server validate, and how long does each take? 100 threads share one
 * validator and draw from 600 tokens of three issuers.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ValidationBenchmark}
 */
@BenchmarkMode({Mode.Throughput, Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(100)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ValidationBenchmark {

  /** The whole validation of the next token. */
  @Benchmark
  public AccessToken validate(StandardTraffic traffic, StandardTraffic.Caller caller) {
    return traffic.validator().validate(caller.nextToken());
  }
}
