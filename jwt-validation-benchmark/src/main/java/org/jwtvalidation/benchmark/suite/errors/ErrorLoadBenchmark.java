package org.jwtvalidation.benchmark.suite.errors;

import java.util.EnumSet;
import java.util.concurrent.Callable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.ValidationResult;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.testkit.TokenFault;
import org.jwtvalidation.testkit.TokenStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Do invalid tokens slow a server down? 100 threads share one validator; 0, 10, 50 and 100 percent
 * of the tokens are invalid, with all kinds of faults mixed.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ErrorLoadBenchmark}
 */
public class ErrorLoadBenchmark extends ServerUnderLoad {

  /** The percentage of invalid tokens. */
  @Param({"0", "10", "50", "100"})
  public int errorPercent = 10;

  /** Takes the traffic. */
  @Setup
  public void prepare(ErrorTraffic traffic) {
    prepare(() -> validations(traffic), traffic::isArithmeticChosen);
  }

  /** Returns what one thread calls: the validation of its next token, whatever the result. */
  Callable<ValidationResult<AccessToken>> validations(ErrorTraffic traffic) {
    TokenStream stream =
        traffic.workload().stream(traffic.pattern, errorPercent, EnumSet.allOf(TokenFault.class));
    return () -> traffic.validator().tryValidate(stream.next());
  }
}
