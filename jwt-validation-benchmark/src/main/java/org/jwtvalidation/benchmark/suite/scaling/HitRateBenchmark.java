package org.jwtvalidation.benchmark.suite.scaling;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.Rejection;
import org.jwtvalidation.TokenType;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.TokenValidatorMonitor;
import org.jwtvalidation.ValidationStep;
import org.jwtvalidation.testkit.AccessPattern;
import org.jwtvalidation.testkit.TokenStream;
import org.jwtvalidation.testkit.Workload;
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
 * How often does a cache of that size hit, and what does a validation cost then? Rows: sizes from
 * none to all of 600 tokens, for each order in which they may come.
 *
 * <p>The counters {@code hits} and {@code misses} are of the measured iterations together; their
 * ratio is the hit rate.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=HitRateBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
@Fork(1)
public class HitRateBenchmark {

  /** How many tokens there are. */
  @Param("600")
  public int tokens = 600;

  /** How many of them the cache holds. */
  @Param({"0", "15", "30", "60", "120", "240", "600"})
  public int cacheSize = 60;

  /** In which order they come. */
  @Param({"UNIFORM", "ZIPF", "HOT_SET", "BURST"})
  public AccessPattern pattern = AccessPattern.UNIFORM;

  private final LongAdder verifications = new LongAdder();
  private Workload workload;
  private TokenValidator validator;

  /**
   * Mints the tokens and shows each to the validator once, so that the cache is as full as it gets.
   */
  @Setup
  public void prepare() {
    workload = Workload.builder().tokens(tokens).build();
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

  /** The whole validation of the next token. */
  @Benchmark
  public AccessToken validate(Caller caller) {
    caller.validations++;
    return validator.validate(caller.stream.next());
  }

  /** The tokens of one thread, and what became of them. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Caller {

    /** How many tokens were served from the cache. */
    public long hits;

    /** How many were verified. */
    public long misses;

    private TokenStream stream;
    private long validations;

    /** Begins a stream. */
    @Setup
    public void prepare(HitRateBenchmark benchmark) {
      stream = benchmark.workload.stream(benchmark.pattern);
    }

    /**
     * Whoever comes first takes the misses of all threads; JMH adds up the counters of all, and the
     * sums are right.
     */
    @TearDown(Level.Iteration)
    public void count(HitRateBenchmark benchmark) {
      misses = benchmark.verifications.sumThenReset();
      hits = validations - misses;
      validations = 0;
    }
  }

  /** One for all validations: it keeps nothing of any of them. */
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
    public void accepted() {}

    @Override
    public void rejected(Rejection rejection) {}

    @Override
    public void undecided() {}
  }
}
