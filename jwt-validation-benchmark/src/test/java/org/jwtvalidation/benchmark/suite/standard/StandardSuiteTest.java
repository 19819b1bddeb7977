package org.jwtvalidation.benchmark.suite.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.AccessToken;

/** What is timed does what it says. */
class StandardSuiteTest {

  private final StandardTraffic traffic = new StandardTraffic();
  private final StandardTraffic.Caller caller = new StandardTraffic.Caller();
  private final ValidationBenchmark benchmark = new ValidationBenchmark();

  @ParameterizedTest
  @ValueSource(ints = {60, 0, 600})
  void validatesTokensOfAllIssuersThroughACacheOfThatSize(int cacheSize) {
    traffic.cacheSize = cacheSize;
    traffic.prepare();
    caller.prepare(traffic);

    Set<String> issuers = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      issuers.add(benchmark.validate(traffic, caller).issuer());
    }

    assertThat(issuers).hasSize(3);
    assertThat(traffic.validator().cachedTokens()).isEqualTo(cacheSize);
  }

  @Test
  void findsEveryTokenWhereAllAreCached() {
    traffic.cacheSize = 600;
    traffic.prepare();
    caller.prepare(traffic);
    Set<AccessToken> instances = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      instances.add(benchmark.validate(traffic, caller));
    }
    assertThat(instances).hasSize(600);
  }
}
