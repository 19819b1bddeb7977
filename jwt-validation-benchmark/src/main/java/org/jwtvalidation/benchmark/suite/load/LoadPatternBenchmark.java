package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Gate;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.testkit.AccessPattern;
import org.jwtvalidation.testkit.TokenStream;
import org.jwtvalidation.testkit.Workload;
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

/**
 * How long do callers wait if tokens arrive on a schedule? The schedule has half the rate that the
 * machine has just shown to be possible, as a constant rate, in bursts or rising; latency counts
 * from the time at which a token was due, so that a stall delays all tokens that arrive meanwhile.
 *
 * <p>Rows: {@code validate}, and {@code nothing}, which is the same schedule with empty requests
 * and shows how late the operating system wakes threads up. The results are the counters; the score
 * is the length of the run.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=LoadPatternBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(2)
public class LoadPatternBenchmark {

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

  /** The rate in percent of the capacity of the machine. */
  @Param("50")
  public int loadPercent = 50;

  /** The length of a run. */
  @Param("2000")
  public int millis = 2000;

  private LoadDriver driver;
  private Supplier<Callable<?>> validations;
  double capacity;

  /** {@return the kinds of threads that this JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** Mints the tokens, warms up, and measures the capacity of the machine. */
  @Setup
  public void prepare() throws InterruptedException {
    Workload workload = Workload.builder().tokens(tokens).build();
    Gate entrance = Gate.of(gate);
    TokenValidator validator =
        entrance.configure(workload.validator().cacheSize(cacheSize)).build();
    TokenStream stream = workload.stream(AccessPattern.UNIFORM);
    validations =
        () -> {
          String token = stream.next();
          return entrance.around(() -> validator.validate(token));
        };
    driver = new LoadDriver(server());
    driver.capacity(Duration.ofMillis(millis), validations);
    capacity = driver.capacity(Duration.ofMillis(millis / 2), validations);
  }

  private Executor server() {
    ThreadFactory factory = executor.factory();
    return executor == WorkerThreads.VIRTUAL
        ? request -> factory.newThread(request).start()
        : Executors.newFixedThreadPool(threads, factory);
  }

  /** Validates the token of each request. */
  @Benchmark
  public LoadResult validate(LoadCounters counters) throws InterruptedException {
    return run(validations, counters);
  }

  /** Runs the same schedule with empty requests. */
  @Benchmark
  public LoadResult nothing(LoadCounters counters) throws InterruptedException {
    return run(() -> () -> null, counters);
  }

  private LoadResult run(Supplier<Callable<?>> requests, LoadCounters counters)
      throws InterruptedException {
    int arrivals = (int) (capacity * loadPercent / 100 * millis / 1000);
    Schedule schedule = new Schedule(shape, arrivals, Duration.ofMillis(millis));
    LoadResult result = driver.run(schedule, requests);
    counters.take(capacity, arrivals, result);
    return result;
  }
}
