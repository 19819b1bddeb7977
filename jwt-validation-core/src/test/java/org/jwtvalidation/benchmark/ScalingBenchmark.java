package org.jwtvalidation.benchmark;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
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
 * Do many threads on one validator get in each other's way when everything is cached? Each draws
 * from 600 tokens at random. The baseline is a bare map, which knows the hash of its strings.
 *
 * <p>{@code org.openjdk.jmh.Main ScalingBenchmark -t 1} and {@code -t 100} run it;
 * CONTRIBUTING.adoc has the whole command.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ScalingBenchmark {

  private static final int TOKENS = 600;

  private MintedTokens tokens;
  private TokenValidator validator;
  private final ConcurrentHashMap<String, AccessToken> map = new ConcurrentHashMap<>();

  /** Mints the tokens and lets everybody see them once. */
  @Setup
  public void prepare() {
    tokens = new MintedTokens(SignatureAlgorithm.RS256, TOKENS);
    validator = tokens.validator().build();
    for (int i = 0; i < TOKENS; i++) {
      map.put(tokens.text(i), validator.validate(tokens.text(i)));
    }
  }

  /** The whole validation of a cached token. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(tokens.text(ThreadLocalRandom.current().nextInt(TOKENS)));
  }

  /** A bare map of the same strings. */
  @Benchmark
  public @Nullable AccessToken lookUpInMap() {
    return map.get(tokens.text(ThreadLocalRandom.current().nextInt(TOKENS)));
  }
}
