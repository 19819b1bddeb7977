// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.errors;

import java.util.EnumSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.workload.TokenFault;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Do invalid tokens slow a server down? 100 threads share one validator; 0, 10, 50 and 100 percent
 * of the tokens are invalid, with all kinds of faults mixed.
 */
public class ErrorLoadBenchmark extends ServerUnderLoad {

  /** The name of the percentage of accepted tokens among the results. */
  public static final String ACCEPTED = "acceptedPercent";

  private final LongAdder accepted = new LongAdder();
  private final LongAdder answered = new LongAdder();

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
    return () -> {
      ValidationResult<AccessToken> result = traffic.validator().tryValidate(stream.next());
      answered.increment();
      if (result.isAccepted()) {
        accepted.increment();
      }
      return result;
    };
  }

  /** Gives JMH the share of accepted tokens. */
  @TearDown(Level.Iteration)
  public void end() {
    OwnResults.add(ACCEPTED, 100.0 * accepted.sumThenReset() / answered.sumThenReset());
  }
}
