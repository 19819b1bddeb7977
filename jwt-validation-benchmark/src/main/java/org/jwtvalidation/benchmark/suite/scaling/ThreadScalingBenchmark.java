package org.jwtvalidation.benchmark.suite.scaling;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.testkit.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Do threads on one validator get in each other's way? Together they validate so many tokens, each
 * its part, drawn from 600 at random; what counts is the time from the first to the last. Rows: all
 * tokens cached, no cache at all, and a bare map that nobody writes to, which is as well as threads
 * can get on with each other.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ThreadScalingBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class ThreadScalingBenchmark {

  /** A quarter of a second's work for one thread. */
  static final int MISSES = 8_000;

  /** A quarter of a second's work for one thread. */
  static final int HITS = 400_000;

  /** How many tokens there are. */
  @Param("600")
  public int tokens = 600;

  Workload workload;
  TokenValidator caching;
  TokenValidator notCaching;
  private final ConcurrentHashMap<String, AccessToken> map = new ConcurrentHashMap<>();

  /** {@return the kinds of threads that the running JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** Mints the tokens and lets those see them who remember. */
  @Setup
  public void prepare() {
    workload = Workload.builder().tokens(tokens).build();
    caching = workload.validator().cacheSize(tokens).build();
    notCaching = workload.validator().cacheSize(0).build();
    for (int number = 0; number < tokens; number++) {
      map.put(workload.token(number), caching.validate(workload.token(number)));
    }
  }

  /** The whole validation of cached tokens. */
  @Benchmark
  @OperationsPerInvocation(HITS)
  public void hit(Crew crew) throws ExecutionException, InterruptedException {
    crew.share(HITS, workload, caching::validate);
  }

  /** The whole validation with its signature. */
  @Benchmark
  @OperationsPerInvocation(MISSES)
  public void miss(Crew crew) throws ExecutionException, InterruptedException {
    crew.share(MISSES, workload, notCaching::validate);
  }

  /** A bare map of the same strings, which has to hash all of their characters. */
  @Benchmark
  @OperationsPerInvocation(HITS)
  public void map(Crew crew) throws ExecutionException, InterruptedException {
    crew.share(HITS, workload, token -> Objects.requireNonNull(map.get(token)));
  }
}
