// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.benchmark.workload.TokenFault;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class ErrorsSuiteTest {

  private static final ErrorTraffic TRAFFIC = new ErrorTraffic();

  @BeforeAll
  static void prepareTraffic() {
    TRAFFIC.algorithm = SignatureAlgorithm.ES256;
    TRAFFIC.prepare();
    assertThat(TRAFFIC.isArithmeticChosen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 50, 100})
  void rejectsThePercentageOfInvalidTokens(int percent) throws Exception {
    ErrorLoadBenchmark benchmark = new ErrorLoadBenchmark();
    benchmark.errorPercent = percent;
    Callable<ValidationResult<AccessToken>> validations = benchmark.validations(TRAFFIC);

    int rejected = 0;
    for (int i = 0; i < 1000; i++) {
      rejected += validations.call() instanceof ValidationResult.Rejected ? 1 : 0;
    }

    double deviation = 5 * Math.sqrt(10.0 * percent * (100 - percent) / 100);
    assertThat((double) rejected).isBetween(10.0 * percent - deviation, 10.0 * percent + deviation);
  }

  @ParameterizedTest
  @EnumSource
  void rejectsEveryTokenForItsFault(TokenFault fault) {
    ErrorKindBenchmark benchmark = new ErrorKindBenchmark();
    ErrorKindBenchmark.FaultyTokens tokens = new ErrorKindBenchmark.FaultyTokens();
    tokens.fault = fault;
    tokens.prepare(TRAFFIC);

    for (int i = 0; i < 20; i++) {
      assertThat(benchmark.reject(TRAFFIC, tokens))
          .isInstanceOfSatisfying(
              ValidationResult.Rejected.class,
              rejected -> assertThat(rejected.rejection().reason()).isEqualTo(fault.reason()));
    }
  }
}
