// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.scaling;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How does the hit rate depend on the size of the cache? Rows: sizes from none to all of 600
 * tokens, for each order of tokens.
 *
 * <p>The counters {@code hits} and {@code misses} cover all measured iterations; hits divided by
 * their sum is the hit rate.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=HitRateBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 75, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class HitRateBenchmark {

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** The size of the cache. */
  @Param({"0", "15", "30", "60", "120", "240", "600"})
  public int cacheSize = 60;

  /** The order of the tokens. */
  @Param({"UNIFORM", "ZIPF", "HOT_SET", "BURST"})
  public AccessPattern pattern = AccessPattern.UNIFORM;

  SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;
  private final LongAdder verifications = new LongAdder();
  private Workload workload;
  private TokenValidator validator;

  /** Mints the tokens and validates each once, so that the cache is full. */
  @Setup
  public void prepare() {
    workload = Workload.builder().tokens(tokens).algorithm(algorithm).build();
    validator =
        workload
            .validator()
            .cacheSize(cacheSize)
            .monitor(new VerificationCounter(verifications))
            .build();
    for (int number = 0; number < tokens; number++) {
      validator.validate(workload.token(number));
    }
    verifications.reset();
  }

  /** Validates the next token. */
  @Benchmark
  public AccessToken validate(Caller caller) {
    caller.validations++;
    return validator.validate(caller.stream.next());
  }

  /** The tokens of one thread, with its counters. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Caller {

    /** The number of tokens found in the cache. */
    public long hits;

    /** The number of tokens that were not in the cache. */
    public long misses;

    private TokenStream stream;
    private long validations;

    /** Opens the thread's stream of tokens. */
    @Setup
    public void prepare(HitRateBenchmark benchmark) {
      stream = benchmark.workload.stream(benchmark.pattern);
    }

    /**
     * Adds the misses of all threads to the counters of the first thread that gets here; JMH sums
     * the counters of all threads.
     */
    @TearDown(Level.Iteration)
    public void count(HitRateBenchmark benchmark) {
      misses = benchmark.verifications.sumThenReset();
      hits = validations - misses;
      validations = 0;
    }
  }

  /** Stateless, so one recording serves all validations. */
  private record VerificationCounter(LongAdder verifications)
      implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {

    @Override
    public Recording begin(TokenType type) {
      return this;
    }

    @Override
    public void completed(ValidationStep step) {
      if (step == ValidationStep.SIGNATURE_VALIDATION) {
        verifications.increment();
      }
    }

    @Override
    public void ended(Report report) {}
  }
}
