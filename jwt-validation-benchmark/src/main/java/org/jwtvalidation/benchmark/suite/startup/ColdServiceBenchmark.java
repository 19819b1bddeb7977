// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jwtvalidation.benchmark.suite.OtherJvm;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.peers.ColdService;
import org.jwtvalidation.jwk.SignatureAlgorithm;
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

/**
 * How much does a service do in its first seconds, when its threads are busy from the start? An
 * operation starts one JVM after another, in which all threads validate 30 tokens in turns, without
 * a cache, as soon as the library is set up. The results are each the median of the JVMs and the
 * worst of them: validations in the first 1, 5 and 10 seconds, or NaN if they are not counted for
 * so long; those of a second at level, which is the last fifth of the time; the milliseconds until
 * the library is set up, and from then until a JVM does 90 % of that level, until its first
 * validation and until a thousand. One more is the percentage of JVMs that verify by tables in the
 * end. The score is the first of these, the validations in the first second.
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
  @Param("10")
  public int jvms = 10;

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
  public void serve() throws IOException, InterruptedException {
    Map<String, Double> results = measure();
    OwnResults.addScore(Objects.requireNonNull(results.get("in1s")), "ops/s");
    results.forEach(OwnResults::add);
  }

  Map<String, Double> measure() throws IOException, InterruptedException {
    List<ColdLife> lives = new ArrayList<>();
    for (int i = 0; i < jvms; i++) {
      lives.add(
          ColdLife.of(
              OtherJvm.run(
                  ColdService.class,
                  "-Djava.util.logging.config.file=none",
                  traffic.toString(),
                  peer,
                  String.valueOf(threads),
                  String.valueOf(seconds))));
    }
    return results(lives);
  }

  static Map<String, Double> results(List<ColdLife> lives) {
    Map<String, Double> results = new LinkedHashMap<>();
    for (int second : new int[] {1, 5, 10}) {
      add(lives, "in" + second + "s", life -> life.in(second), results);
    }
    add(lives, "rateAtLevel", ColdLife::level, results);
    add(lives, "millisToLevel", ColdLife::millisToLevel, results);
    add(lives, "millisToReady", ColdLife::millisToReady, results);
    add(lives, "millisToFirst", ColdLife::millisToFirst, results);
    add(lives, "millisToThousandth", ColdLife::millisToThousandth, results);
    results.put(
        "percentWithTables",
        100.0 * lives.stream().filter(ColdLife::usesTables).count() / lives.size());
    return results;
  }

  /** Adds the median and the worst: the most milliseconds, or the least of anything else. */
  private static void add(
      List<ColdLife> lives,
      String name,
      ToDoubleFunction<ColdLife> value,
      Map<String, Double> results) {
    double[] sorted = lives.stream().mapToDouble(value).sorted().toArray();
    int last = sorted.length - 1;
    results.put(name, (sorted[last / 2] + sorted[sorted.length / 2]) / 2);
    results.put(name + "Worst", name.startsWith("millis") ? sorted[last] : sorted[0]);
  }
}
