package org.jwtvalidation.benchmark;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.monitor.LatencyMonitor;
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
 * What does a cached token of about 1,000 characters cost? A request brings it as a fresh string,
 * whose hash nobody has asked for yet; {@link #makeString} says how much of each row that is.
 *
 * <p>{@code org.openjdk.jmh.Main HitBenchmark -prof gc} runs it; CONTRIBUTING.adoc has the whole
 * command.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class HitBenchmark {

  private MintedTokens tokens;
  private TokenValidator validator;
  private TokenValidator watched;
  private final ConcurrentHashMap<String, AccessToken> map = new ConcurrentHashMap<>();

  /** Mints the token and lets everybody see it once. */
  @Setup
  public void prepare() {
    tokens = new MintedTokens(SignatureAlgorithm.RS256, 1);
    validator = tokens.validator().build();
    watched = tokens.validator().monitor(new LatencyMonitor()).build();
    map.put(tokens.freshText(), validator.validate(tokens.freshText()));
    watched.validate(tokens.freshText());
  }

  /** Making the string, which is no part of the library. */
  @Benchmark
  public String makeString() {
    return tokens.freshText();
  }

  /** A bare map of strings, which has to compute the hash of all characters. */
  @Benchmark
  public @Nullable AccessToken lookUpInMap() {
    return map.get(tokens.freshText());
  }

  /** The whole validation of a cached token. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(tokens.freshText());
  }

  /** The same, watched by a {@link LatencyMonitor}. */
  @Benchmark
  public AccessToken validateWatched() {
    return watched.validate(tokens.freshText());
  }
}
