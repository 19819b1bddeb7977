package org.jwtvalidation.benchmark.suite.startup;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.OtherJvm;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How much does a service do in its first seconds, when its threads are busy from the start? Each
 * operation starts a JVM, in which all threads validate, without a cache, as soon as the validator
 * is there. The results are the counters: validations a millisecond in the first second, in the
 * fifth and in the last. The score is the life of the JVM.
 *
 * <p>With training, the validator is warmed up before. That takes time, too, which a counter has.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ColdServiceBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 5)
@Fork(1)
public class ColdServiceBenchmark {

  /** The number of busy threads. */
  @Param({"1", "2", "100"})
  public int threads = 1;

  /** The algorithm; a string, because the library is used by the new JVM alone. */
  @Param({"RS256", "ES256"})
  public String algorithm = "RS256";

  /** Whether the validator is warmed up before the threads begin. */
  @Param({"false", "true"})
  public boolean training;

  /** How many seconds are counted. */
  @Param("10")
  public int seconds = 10;

  /** Starts a JVM and waits for its end. */
  @Benchmark
  public void serve(Speeds speeds) throws IOException, InterruptedException {
    String counts =
        OtherJvm.run(
            ColdService.class,
            "-Djava.util.logging.config.file=none",
            algorithm,
            String.valueOf(threads),
            String.valueOf(training),
            String.valueOf(seconds));
    speeds.take(Stream.of(counts.trim().split(" ", -1)).mapToLong(Long::parseLong).toArray());
  }

  /** Validations a millisecond, and the milliseconds of the training. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Speeds {

    /** In the first second. */
    public double first;

    /** In the fifth second, or the last one if that is earlier. */
    public double fifth;

    /** In the last second. */
    public double last;

    /** How long the warm-up took. */
    public double trainingMillis;

    /** Takes the milliseconds of the training, and the validations of each second. */
    private void take(long... counts) {
      int seconds = counts.length - 1;
      trainingMillis = counts[0];
      first = counts[1] / 1e3;
      fifth = counts[Math.min(5, seconds)] / 1e3;
      last = counts[seconds] / 1e3;
    }
  }
}
