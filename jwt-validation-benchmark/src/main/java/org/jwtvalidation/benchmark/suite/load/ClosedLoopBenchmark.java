package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Gate;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.jwk.SignatureAlgorithm;
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
 * How long do 100 callers wait who never rest, and how much is done for them? With as many platform
 * threads as callers each has its own; with fewer, those are a pool that all requests go through;
 * on virtual threads each request has a new one. Latency counts from request to answer, and so has
 * the wait for a thread or at a gate in it.
 *
 * <p>Its mean is the number of callers divided by the rate, whatever the server does (Little's
 * law); what differs is how evenly callers wait. What there is to know is in the counters, {@code
 * capacity} being the rate; the score is the length of the run.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ClosedLoopBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(2)
public class ClosedLoopBenchmark {

  /** How many callers there are. */
  @Param("100")
  public int callers = 100;

  /** Who works for them: platform threads, or a new virtual thread for each request. */
  @Param({"PLATFORM", "VIRTUAL"})
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  /** How many platform threads there are. */
  @Param("100")
  public int threads = 100;

  /** How many tokens there are. */
  @Param("600")
  public int tokens = 600;

  /** How many of them the cache holds. */
  @Param("0")
  public int cacheSize;

  /** By which algorithm they are signed. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** What keeps threads from validating all at once, as {@link Gate#of} reads it. */
  @Param("none")
  public String gate = "none";

  /** How long a run is. */
  @Param("4000")
  public int millis = 4000;

  /** Options of the JVM between spaces, such as the choice of a garbage collector. */
  @Param("")
  public String jvm = "";

  private Supplier<Callable<?>> requests;

  /** {@return the kinds of threads that the running JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** Mints the tokens, and warms up. */
  @Setup
  public void prepare() throws InterruptedException {
    if (threads > callers) {
      throw new IllegalArgumentException(
          "threads: " + threads + " are more than the callers; choose at most " + callers);
    }
    Workload workload = Workload.builder().tokens(tokens).algorithm(algorithm).build();
    Gate entrance = Gate.of(gate);
    TokenValidator validator =
        entrance.configure(workload.validator().cacheSize(cacheSize)).build();
    requests =
        () -> {
          TokenStream stream = workload.stream(AccessPattern.UNIFORM);
          return entrance.around(() -> validator.validate(stream.next()));
        };
    // Alone: beside 100 busy threads the compiler hardly gets a processor.
    new ClosedLoop(1, Duration.ofMillis(millis / 2), requests)
        .runOnThreadsOfTheirOwn(executor.factory());
    run(Duration.ofMillis(millis / 4));
  }

  private LoadResult run(Duration duration) throws InterruptedException {
    ClosedLoop loop = new ClosedLoop(callers, duration, requests);
    ThreadFactory factory = executor.factory();
    if (executor == WorkerThreads.VIRTUAL) {
      return loop.runOn(request -> factory.newThread(request).start());
    }
    if (threads >= callers) {
      return loop.runOnThreadsOfTheirOwn(factory);
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads, factory);
    try {
      return loop.runOn(pool);
    } finally {
      pool.shutdownNow();
    }
  }

  /** The whole validation of each token. */
  @Benchmark
  public LoadResult validate(LoadCounters counters) throws InterruptedException {
    LoadResult result = run(Duration.ofMillis(millis));
    counters.take(result.completedInTime() * 1000.0 / millis, result.completedInTime(), result);
    return result;
  }
}
