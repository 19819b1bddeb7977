package org.jwtvalidation.benchmark.suite.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.ValidationResult;
import org.jwtvalidation.testkit.TokenFault;

/** What is timed does what it says. */
class ErrorsSuiteTest {

  private static final ErrorTraffic TRAFFIC = new ErrorTraffic();

  @BeforeAll
  static void prepareTraffic() {
    TRAFFIC.prepare();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 50, 100})
  void rejectsAsManyTokensAsAreFaulty(int percent) {
    ErrorLoadBenchmark benchmark = new ErrorLoadBenchmark();
    ErrorLoadBenchmark.MixedTokens tokens = new ErrorLoadBenchmark.MixedTokens();
    tokens.errorPercent = percent;
    tokens.prepare(TRAFFIC);

    long rejected =
        IntStream.range(0, 1000)
            .filter(i -> benchmark.validate(TRAFFIC, tokens) instanceof ValidationResult.Rejected)
            .count();

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
