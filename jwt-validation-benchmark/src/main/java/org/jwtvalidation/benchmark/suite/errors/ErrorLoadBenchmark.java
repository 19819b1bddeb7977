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
 * Do invalid tokens slow a server down? 100 threads share one validator; 0, 10, 50 and 100 percent
 * of the tokens are invalid, with all kinds of faults mixed.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ErrorLoadBenchmark}
 */
@BenchmarkMode(Mode.Throughput)
public class ErrorLoadBenchmark extends ServerUnderLoad {

  /** The percentage of invalid tokens. */
  @Param({"0", "10", "50", "100"})
  public int errorPercent = 10;

  /** Warms up. */
  @Setup
  public void prepare(ErrorTraffic traffic, BenchmarkParams row) throws Exception {
    prepare(row, () -> validations(traffic));
  }

  /** Returns what one thread calls: the validation of its next token, whatever the result. */
  Callable<ValidationResult<AccessToken>> validations(ErrorTraffic traffic) {
    TokenStream stream =
        traffic.workload().stream(traffic.pattern, errorPercent, EnumSet.allOf(TokenFault.class));
    return () -> traffic.validator().tryValidate(stream.next());
  }
}
