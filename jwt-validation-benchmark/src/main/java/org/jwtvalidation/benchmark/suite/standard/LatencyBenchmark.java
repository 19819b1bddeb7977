package org.jwtvalidation.benchmark.suite.standard;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.benchmark.suite.Callers;
import org.jwtvalidation.testkit.TokenStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How long does each caller of a busy server wait? As {@link ValidationBenchmark}, but timed by
 * each of the 100 threads: the percentiles cover all of their validations.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=LatencyBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(100)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 3, time = 2)
@Fork(2)
public class LatencyBenchmark {

  /** Warms up. */
  @Setup
  public void prepare(StandardTraffic traffic, BenchmarkParams row) throws Exception {
    Callers.warmUp(row, traffic.validations());
  }

  /** Validates the next token. */
  @Benchmark
  public AccessToken validate(StandardTraffic traffic, Caller caller) {
    return traffic.validator().validate(caller.stream.next());
  }

  /** One thread. */
  @State(Scope.Thread)
  public static class Caller {

    private TokenStream stream;

    /** Opens the thread's stream of tokens. */
    @Setup
    public void prepare(StandardTraffic traffic) {
      stream = traffic.stream();
    }
  }
}
