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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How much does a service do in its first seconds, when its threads are busy from the start? An
 * operation starts one JVM after another, in which all threads validate, without a cache, as soon
 * as the validator is there. The results are the counters: validations a millisecond in the first
 * second, in the fifth and in the last, as the median of the JVMs and as the worst of them. The
 * score is the life of all JVMs.
 *
 * <p>With training, the validator is warmed up before. That takes time, too, which a counter has.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ColdServiceBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(1)
public class ColdServiceBenchmark {

  /** The number of busy threads. */
  @Param({"1", "2", "8", "100"})
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

  /** The number of JVMs. */
  @Param("5")
  public int jvms = 5;

  /** Starts the JVMs one after another. */
  @Benchmark
  public void serve(Speeds speeds) throws IOException, InterruptedException {
    long[][] counts = new long[jvms][];
    for (int i = 0; i < jvms; i++) {
      counts[i] = serve();
    }
    speeds.take(counts);
  }

  private long[] serve() throws IOException, InterruptedException {
    String counts =
        OtherJvm.run(
            ColdService.class,
            "-Djava.util.logging.config.file=none",
            algorithm,
            String.valueOf(threads),
            String.valueOf(training),
            String.valueOf(seconds));
    return Stream.of(counts.trim().split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }

  /**
   * Validations a millisecond, and the milliseconds of the training. JMH sums the counters of all
   * operations, so each is divided by their number.
   */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Speeds {

    /** The median in the first second. */
    public double first;

    /** The least in the first second. */
    public double firstWorst;

    /** The median in the fifth second, or the last one if that is earlier. */
    public double fifth;

    /** The least in the fifth second. */
    public double fifthWorst;

    /** The median in the last second. */
    public double last;

    /** The least in the last second. */
    public double lastWorst;

    /** The median of the milliseconds of the training. */
    public double trainingMillis;

    private int operations = 1;

    /** Reads the number of operations. */
    @Setup
    public void prepare(BenchmarkParams params) {
      operations = Math.max(1, params.getForks()) * params.getMeasurement().getCount();
    }

    /** Takes the milliseconds of the training, and the validations of each second, of each JVM. */
    void take(long[][] counts) {
      int last = counts[0].length - 1;
      int fifth = Math.min(5, last);
      trainingMillis = median(counts, 0) / operations;
      first = median(counts, 1) / 1e3 / operations;
      firstWorst = least(counts, 1) / 1e3 / operations;
      this.fifth = median(counts, fifth) / 1e3 / operations;
      fifthWorst = least(counts, fifth) / 1e3 / operations;
      this.last = median(counts, last) / 1e3 / operations;
      lastWorst = least(counts, last) / 1e3 / operations;
    }

    private static double least(long[][] counts, int column) {
      return Stream.of(counts).mapToLong(each -> each[column]).min().orElseThrow();
    }

    private static double median(long[][] counts, int column) {
      long[] sorted = Stream.of(counts).mapToLong(each -> each[column]).sorted().toArray();
      return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }
  }
}
