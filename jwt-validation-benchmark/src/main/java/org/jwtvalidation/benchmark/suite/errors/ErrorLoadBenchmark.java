package org.jwtvalidation.benchmark.suite.errors;

import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.ValidationResult;
import org.jwtvalidation.testkit.TokenFault;
import org.jwtvalidation.testkit.TokenStream;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Does a server slow down when some of its tokens are bad? 100 threads share one validator; none,
 * 10, 50 and all of 100 tokens are faulty, all kinds of faults mixed.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ErrorLoadBenchmark}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Threads(100)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ErrorLoadBenchmark {

  /** The answer to the next token, whatever it is. */
  @Benchmark
  public ValidationResult<AccessToken> validate(ErrorTraffic traffic, MixedTokens tokens) {
    return traffic.validator().tryValidate(tokens.next());
  }

  /** The tokens of one thread. */
  @State(Scope.Thread)
  public static class MixedTokens {

    /** How many of 100 are faulty. */
    @Param({"0", "10", "50", "100"})
    public int errorPercent = 10;

    private TokenStream stream;

    /** Begins a stream. */
    @Setup
    public void prepare(ErrorTraffic traffic) {
      stream =
          traffic.workload().stream(traffic.pattern, errorPercent, EnumSet.allOf(TokenFault.class));
    }

    String next() {
      return stream.next();
    }
  }
}
