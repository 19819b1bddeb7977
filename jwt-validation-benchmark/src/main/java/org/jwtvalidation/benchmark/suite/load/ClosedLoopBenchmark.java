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
 * How long do 100 callers wait that make their next request as soon as the last is answered? With
 * as many platform threads as callers, each caller has its own; fewer threads are a pool for all
 * requests; with virtual threads, each request has a new one. Latency counts from request to
 * answer, and so includes the wait for a thread or at a gate.
 *
 * <p>The mean latency is the number of callers divided by the throughput, whatever the server does
 * (Little's law); what differs is the spread. The results are the counters, of which {@code
 * capacity} is the throughput; the score is the length of the run.
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

  /** The number of callers. */
  @Param("100")
  public int callers = 100;

  /** The threads of the server: a pool of platform threads, or a new virtual thread per request. */
  @Param({"PLATFORM", "VIRTUAL"})
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  /** The number of platform threads. */
  @Param("100")
  public int threads = 100;

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** The size of the cache. */
  @Param("0")
  public int cacheSize;

  /** The algorithm of the signatures. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** The limit on concurrent validations, as {@link Gate#of} reads it. */
  @Param("none")
  public String gate = "none";

  /** The length of a run. */
  @Param("4000")
  public int millis = 4000;

  /** JVM options between spaces, such as the choice of a garbage collector. */
  @Param("")
  public String jvm = "";

  private Supplier<Callable<?>> requests;

  /** {@return the kinds of threads that this JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** Mints the tokens and warms up. */
  @Setup
  public void prepare() throws InterruptedException {
    if (threads > callers) {
      throw new IllegalArgumentException(
          "threads: " + threads + " exceeds the number of callers; choose at most " + callers);
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
    // By one thread: beside 100 busy threads, the JIT compiler hardly gets a processor.
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

  /** Validates the token of each request. */
  @Benchmark
  public LoadResult validate(LoadCounters counters) throws InterruptedException {
    LoadResult result = run(Duration.ofMillis(millis));
    counters.take(result.completedInTime() * 1000.0 / millis, result.completedInTime(), result);
    return result;
  }
}
