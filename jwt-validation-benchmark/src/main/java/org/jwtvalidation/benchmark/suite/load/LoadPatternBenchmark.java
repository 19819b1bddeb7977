// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Arithmetic;
import org.jwtvalidation.benchmark.suite.ClosedLoop;
import org.jwtvalidation.benchmark.suite.Gate;
import org.jwtvalidation.benchmark.suite.LoadResult;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.benchmark.suite.load.LoadDriver.Answers;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.benchmark.workload.Workload;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * How long do callers wait if tokens arrive on a schedule? The schedule has a share of the rate
 * that the first JVM has shown to be possible when it was level, so that all rows have the same
 * rate: a constant rate, in bursts, or rising. Latency counts from the time at which a token was
 * due, so that a stall delays all tokens that arrive meanwhile.
 *
 * <p>The driver shares processors and pauses with the server. It was late if the 99th percentile of
 * its lag, which is part of each latency, is more than a tenth of that of the latencies. The report
 * leaves out every percentile at which it is.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1, time = 6)
@Measurement(iterations = 1, time = 6)
@Fork(3)
public class LoadPatternBenchmark {

  /** The capacity in requests a second that an earlier JVM has found, as a system property. */
  public static final String CAPACITY = "load.capacity";

  /** The counter of JVMs whose driver was late. */
  public static final String LATE = "late";

  /** The name of the driver's lags among the results. */
  public static final String LAG = "lag";

  /** The greatest part of a latency, at the same percentile, that may be the driver's own. */
  public static final double MOST_LAG = 0.1;

  /** The distribution of arrivals. */
  @Param({"SUSTAINED", "BURSTS", "RAMP"})
  public LoadShape shape = LoadShape.SUSTAINED;

  /** The threads of the server: a pool of platform threads, or a new virtual thread per token. */
  @Param({"PLATFORM", "VIRTUAL"})
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  /** The number of platform threads. */
  @Param("100")
  public int threads = 100;

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** The size of the cache. */
  @Param("60")
  public int cacheSize = 60;

  /** The limit on concurrent validations, as {@link Gate#of} reads it. */
  @Param("none")
  public String gate = "none";

  /** The rate in percent of the capacity. */
  @Param("50")
  public int loadPercent = 50;

  private LoadDriver driver;
  private Supplier<Callable<?>> callers;
  private Supplier<Callable<?>> requests;
  private TokenValidator validator;
  private boolean level;
  double capacity;

  /** {@return the kinds of threads that this JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** Mints the tokens. */
  @Setup
  public void prepare() {
    Workload workload = Workload.builder().tokens(tokens).build();
    Gate entrance = Gate.of(gate);
    validator = entrance.configure(workload.validator().cacheSize(cacheSize)).build();
    validator.warmUp();
    OwnResults.describe(validator);
    callers =
        () -> {
          TokenStream stream = workload.stream(AccessPattern.UNIFORM);
          return entrance.around(() -> validator.validate(stream.next()));
        };
    TokenStream stream = workload.stream(AccessPattern.UNIFORM);
    requests =
        () -> {
          String token = stream.next();
          return entrance.around(() -> validator.validate(token));
        };
    driver = new LoadDriver(executor.server(threads));
  }

  /** Validates the token of each request; to warm up, until the rate is level. */
  @Benchmark
  public void validate(IterationParams iteration) throws InterruptedException {
    Duration time = Duration.ofMillis(iteration.getTime().convertTo(TimeUnit.MILLISECONDS));
    if (iteration.getType() == IterationType.WARMUP) {
      warmUp(time);
    } else {
      Answers answers = answers(time);
      OwnResults.add(answers.result().results());
      OwnResults.add("level", level ? 1 : 0);
      OwnResults.add("capacity", capacity);
      OwnResults.add(LATE, isLate(answers) ? 1 : 0);
      OwnResults.add(List.of(LoadResult.sampled(LAG, answers.lags())));
    }
  }

  void warmUp(Duration most) throws InterruptedException {
    Duration left = ClosedLoop.warmUpAlone(callers, executor.factory(), most);
    level =
        loop()
            .untilLevel(
                left,
                () ->
                    cacheSize >= tokens
                        || Arithmetic.isChosen(validator, SignatureAlgorithm.RS256));
    String found = System.getProperty(CAPACITY);
    capacity = found == null ? loop().measure(most.dividedBy(5)).rate() : Double.parseDouble(found);
  }

  private ClosedLoop loop() {
    return new ClosedLoop(threads, callers).startOn(driver.server());
  }

  Answers answers(Duration time) throws InterruptedException {
    int arrivals = (int) Math.max(1, capacity * loadPercent / 100 * time.toMillis() / 1000);
    return driver.run(new Schedule(shape, arrivals, time), requests);
  }

  /** Whether a good part of the latencies is the driver's own. */
  static boolean isLate(Answers answers) {
    return answers.lags().getValueAtPercentile(99)
        > MOST_LAG * answers.result().latencies().getValueAtPercentile(99);
  }
}
