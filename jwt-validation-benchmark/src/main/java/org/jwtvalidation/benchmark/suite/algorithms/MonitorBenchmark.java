package org.jwtvalidation.benchmark.suite.algorithms;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.testkit.TestKey;
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
 * What does a {@link LatencyMonitor} cost a validation? A row with the monitor and one without it,
 * for uncached and for cached RS256 tokens.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=MonitorBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MonitorBenchmark {

  /** Whether all tokens are cached, or there is no cache. */
  @Param({"false", "true"})
  public boolean cached;

  final LatencyMonitor monitor = new LatencyMonitor();
  private SignedTokens tokens;
  private TokenValidator validator;
  private TokenValidator watched;

  /** Signs the tokens and validates each with both validators. */
  @Setup
  public void prepare() {
    tokens = new SignedTokens(TestKey.generate(SignatureAlgorithm.RS256, "key"));
    int cacheSize = cached ? SignedTokens.COUNT : 0;
    validator = tokens.validator().cacheSize(cacheSize).build();
    watched = tokens.validator().cacheSize(cacheSize).monitor(monitor).build();
    for (SignedToken token : tokens.all()) {
      validator.validate(token.compact());
      watched.validate(token.compact());
    }
  }

  /** Validates without a monitor. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(tokens.next().compact());
  }

  /** Validates with a monitor that times and counts every step. */
  @Benchmark
  public AccessToken validateWatched() {
    return watched.validate(tokens.next().compact());
  }
}
