package org.jwtvalidation.benchmark.suite.errors;

import java.util.EnumSet;
import java.util.concurrent.Callable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.ValidationResult;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.testkit.TokenFault;
import org.jwtvalidation.testkit.TokenStream;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Does a server slow down when some of its tokens are bad? 100 threads share one validator; none,
 * 10, 50 and all of 100 tokens are faulty, all kinds of faults mixed.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ErrorLoadBenchmark}
 */
@BenchmarkMode(Mode.Throughput)
public class ErrorLoadBenchmark extends ServerUnderLoad {

  /** How many of 100 tokens are faulty. */
  @Param({"0", "10", "50", "100"})
  public int errorPercent = 10;

  /** Warms up. */
  @Setup
  public void prepare(ErrorTraffic traffic, BenchmarkParams row) throws Exception {
    prepare(row, () -> validations(traffic));
  }

  /** What one thread calls: the answer to the next token, whatever it is. */
  Callable<ValidationResult<AccessToken>> validations(ErrorTraffic traffic) {
    TokenStream stream =
        traffic.workload().stream(traffic.pattern, errorPercent, EnumSet.allOf(TokenFault.class));
    return () -> traffic.validator().tryValidate(stream.next());
  }
}
