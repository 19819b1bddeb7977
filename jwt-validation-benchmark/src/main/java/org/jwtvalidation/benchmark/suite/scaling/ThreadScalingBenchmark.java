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
 * How does the throughput of one validator scale with threads? The threads share a fixed number of
 * validations of 600 random tokens; the result is the time from the first to the last. Rows: all
 * tokens cached, no cache, and, for comparison, a bare map without writers, which scales ideally.
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

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  int hits = HITS;
  int misses = MISSES;
  Workload workload;
  TokenValidator caching;
  TokenValidator notCaching;
  private final ConcurrentHashMap<String, AccessToken> map = new ConcurrentHashMap<>();

  /** {@return the kinds of threads that this JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** Mints the tokens and fills the cache and the map. */
  @Setup
  public void prepare() {
    workload = Workload.builder().tokens(tokens).build();
    caching = workload.validator().cacheSize(tokens).build();
    notCaching = workload.validator().cacheSize(0).build();
    for (int number = 0; number < tokens; number++) {
      map.put(workload.token(number), caching.validate(workload.token(number)));
    }
  }

  /** Validates cached tokens. */
  @Benchmark
  @OperationsPerInvocation(HITS)
  public void hit(Crew crew) throws ExecutionException, InterruptedException {
    crew.share(hits, workload, caching::validate);
  }

  /** Validates uncached tokens. */
  @Benchmark
  @OperationsPerInvocation(MISSES)
  public void miss(Crew crew) throws ExecutionException, InterruptedException {
    crew.share(misses, workload, notCaching::validate);
  }

  /** Looks the tokens up in a bare map, which hashes all of their characters. */
  @Benchmark
  @OperationsPerInvocation(HITS)
  public void map(Crew crew) throws ExecutionException, InterruptedException {
    crew.share(hits, workload, token -> Objects.requireNonNull(map.get(token)));
  }
}
