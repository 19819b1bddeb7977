// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jwtvalidation.benchmark.suite.OtherJvm;
import org.jwtvalidation.benchmark.suite.peers.ColdService;
import org.jwtvalidation.jwk.SignatureAlgorithm;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How much does a service do in its first seconds, when its threads are busy from the start? An
 * operation starts one JVM after another, in which all threads validate 30 tokens in turns, without
 * a cache, as soon as the library is set up. The results are the counters, each as the median of
 * the JVMs and as the worst of them: validations in the first 1, 5, 10 and 30 seconds, if they are
 * counted for so long; those of a second at level, which is the last fifth of the time; and the
 * milliseconds until a JVM does 90 % of that, until its first validation and until a thousand, not
 * counting those until the library is set up. The score is the life of all JVMs.
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

  /** The algorithm. */
  @Param({"RS256", "ES256"})
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** The library; this one is also warmed up first, which takes time until it is ready. */
  @Param({"JWT_VALIDATION", "JWT_VALIDATION_WARMED_UP", "AUTH0", "NIMBUS_PREPARED"})
  public String peer = "JWT_VALIDATION";

  /** How many seconds are counted. */
  @Param("10")
  public int seconds = 10;

  /** The number of JVMs. */
  @Param("20")
  public int jvms = 20;

  private Path traffic = Path.of("");

  /** Signs the tokens. */
  @Setup
  public void sign() throws IOException {
    traffic = Files.createTempFile("traffic", ".txt");
    ColdService.prepare(traffic, algorithm);
  }

  /** Deletes them. */
  @TearDown
  public void delete() throws IOException {
    Files.delete(traffic);
  }

  /** Starts the JVMs one after another. */
  @Benchmark
  public void serve(Speeds speeds) throws IOException, InterruptedException {
    List<ColdLife> lives = new ArrayList<>();
    for (int i = 0; i < jvms; i++) {
      lives.add(serve());
    }
    speeds.take(lives);
  }

  private ColdLife serve() throws IOException, InterruptedException {
    return ColdLife.of(
        OtherJvm.run(
            ColdService.class,
            "-Djava.util.logging.config.file=none",
            traffic.toString(),
            peer,
            String.valueOf(threads),
            String.valueOf(seconds)));
  }

  /** JMH sums the counters of all operations, so each is divided by their number. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Speeds {

    /** The median of the validations in the first second. */
    public double in1s;

    /** The least in the first second. */
    public double in1sWorst;

    /** The median in the first five seconds, or NaN if they are not counted. */
    public double in5s;

    /** The least in the first five seconds, or NaN. */
    public double in5sWorst;

    /** The median in the first ten seconds, or NaN. */
    public double in10s;

    /** The least in the first ten seconds, or NaN. */
    public double in10sWorst;

    /** The median in the first thirty seconds, or NaN. */
    public double in30s;

    /** The least in the first thirty seconds, or NaN. */
    public double in30sWorst;

    /** The median of the validations in a second at level. */
    public double level;

    /** The least at level. */
    public double levelWorst;

    /** The median of the milliseconds until 90 % of level. */
    public double millisToLevel;

    /** The most milliseconds until 90 % of level. */
    public double millisToLevelWorst;

    /** The median of the milliseconds until the library is set up, and warmed up if it is. */
    public double millisToReady;

    /** The most milliseconds until the library is set up. */
    public double millisToReadyWorst;

    /** The median of the milliseconds from then to the first validation. */
    public double millisToFirst;

    /** The most milliseconds to the first validation. */
    public double millisToFirstWorst;

    /** The median of the milliseconds until all threads together have done a thousand. */
    public double millisToThousandth;

    /** The most milliseconds until a thousand are done. */
    public double millisToThousandthWorst;

    /** The percentage of JVMs that verify by tables in the end. */
    public double percentWithTables;

    private int operations = 1;

    /** Reads the number of operations. */
    @Setup
    public void prepare(BenchmarkParams params) {
      operations = Math.max(1, params.getForks()) * params.getMeasurement().getCount();
    }

    void take(List<ColdLife> lives) {
      in1s = median(lives, life -> life.in(1));
      in1sWorst = least(lives, life -> life.in(1));
      in5s = median(lives, life -> life.in(5));
      in5sWorst = least(lives, life -> life.in(5));
      in10s = median(lives, life -> life.in(10));
      in10sWorst = least(lives, life -> life.in(10));
      in30s = median(lives, life -> life.in(30));
      in30sWorst = least(lives, life -> life.in(30));
      level = median(lives, ColdLife::level);
      levelWorst = least(lives, ColdLife::level);
      millisToLevel = median(lives, ColdLife::millisToLevel);
      millisToLevelWorst = -least(lives, life -> -life.millisToLevel());
      millisToReady = median(lives, ColdLife::millisToReady);
      millisToReadyWorst = -least(lives, life -> -life.millisToReady());
      millisToFirst = median(lives, ColdLife::millisToFirst);
      millisToFirstWorst = -least(lives, life -> -life.millisToFirst());
      millisToThousandth = median(lives, ColdLife::millisToThousandth);
      millisToThousandthWorst = -least(lives, life -> -life.millisToThousandth());
      percentWithTables =
          100.0 * lives.stream().filter(ColdLife::usesTables).count() / lives.size() / operations;
    }

    private double least(List<ColdLife> lives, ToDoubleFunction<ColdLife> value) {
      return lives.stream().mapToDouble(value).min().orElseThrow() / operations;
    }

    private double median(List<ColdLife> lives, ToDoubleFunction<ColdLife> value) {
      double[] sorted = lives.stream().mapToDouble(value).sorted().toArray();
      return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2 / operations;
    }
  }
}
