package org.jwtvalidation.benchmark.suite.standard;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.testkit.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does the validation of a cached token of about 1,000 characters cost? As in a request, the
 * token is a new string, whose hash code is not computed yet. Rows: creating the string, which is
 * part of all other rows; a lookup in a bare map; the whole validation; the same with a monitor.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=CacheHitBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class CacheHitBenchmark {

  private Workload workload;
  private TokenValidator validator;
  private TokenValidator watched;
  private final ConcurrentHashMap<String, AccessToken> map = new ConcurrentHashMap<>();

  /** Mints the token and fills the map and both caches. */
  @Setup
  public void prepare() {
    workload = Workload.builder().issuers(1).tokens(1).build();
    validator = workload.validator().build();
    watched = workload.validator().monitor(new LatencyMonitor()).build();
    map.put(makeString(), validate());
    validateWatched();
  }

  /** Creates the string, which is not part of the library. */
  @Benchmark
  public String makeString() {
    return workload.token(0);
  }

  /** Looks the token up in a bare map, which hashes all of its characters. */
  @Benchmark
  public AccessToken lookUpInMap() {
    return Objects.requireNonNull(map.get(makeString()));
  }

  /** Validates the cached token. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(makeString());
  }

  /** Validates the cached token with a {@link LatencyMonitor}. */
  @Benchmark
  public AccessToken validateWatched() {
    return watched.validate(makeString());
  }
}
