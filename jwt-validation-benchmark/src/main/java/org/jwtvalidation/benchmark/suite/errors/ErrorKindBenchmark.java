// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.errors;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.workload.TokenFault;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;
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

/** What does each kind of invalid token cost? One thread, and every token has the same fault. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 200, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class ErrorKindBenchmark {

  /** Rejects the next token. */
  @Benchmark
  public ValidationResult<AccessToken> reject(ErrorTraffic traffic, FaultyTokens tokens) {
    return traffic.validator().tryValidate(tokens.next());
  }

  /** The tokens of one thread. */
  @State(Scope.Thread)
  public static class FaultyTokens {

    /** The fault of the tokens. */
    @Param public TokenFault fault = TokenFault.EXPIRED;

    private TokenStream stream;

    /** Opens the thread's stream of tokens. */
    @Setup
    public void prepare(ErrorTraffic traffic) {
      stream = traffic.workload().stream(traffic.pattern, 100, List.of(fault));
    }

    String next() {
      return stream.next();
    }
  }
}
