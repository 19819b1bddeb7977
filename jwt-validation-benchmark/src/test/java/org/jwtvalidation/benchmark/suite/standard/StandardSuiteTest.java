// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class StandardSuiteTest {

  private final StandardTraffic traffic = new StandardTraffic();

  @BeforeEach
  void takeKeysThatAreMadeFast() {
    traffic.algorithm = SignatureAlgorithm.ES256;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 0, 600})
  void validatesTokensOfAllIssuersWithEachCacheSize(int cacheSize) throws Exception {
    traffic.cacheSize = cacheSize;
    traffic.prepare();
    Callable<AccessToken> validations = traffic.validations();
    Set<String> issuers = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      issuers.add(validations.call().issuer());
    }

    assertThat(issuers).hasSize(3);
    assertThat(traffic.validator().cachedTokens()).isEqualTo(cacheSize);
  }

  @Test
  void loadsAServiceThatIsWarmedUp() {
    traffic.tokens = 3;
    traffic.prepare();
    assertThat(traffic.validator().keyTables().values())
        .hasSize(3)
        .allSatisfy(tables -> assertThat(tables.count()).isOne());
  }

  @Test
  void findsEveryTokenIfAllAreCached() throws Exception {
    traffic.cacheSize = 600;
    traffic.prepare();
    Callable<AccessToken> validations = traffic.validations();
    Set<AccessToken> instances = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      instances.add(validations.call());
    }
    assertThat(instances).hasSize(600);
  }

  @Test
  void validatesWithThreadsOfJmhToo() {
    JmhThreadsBenchmark.CachedTraffic cached = new JmhThreadsBenchmark.CachedTraffic();
    cached.algorithm = SignatureAlgorithm.ES256;
    cached.prepare();
    JmhThreadsBenchmark.Caller caller = new JmhThreadsBenchmark.Caller();
    caller.prepare(cached);

    assertThat(new JmhThreadsBenchmark().validate(cached, caller).subject()).startsWith("user-");
  }

  @Test
  void recordsTheStepsOfALoad() throws Exception {
    StepsUnderLoadBenchmark.MonitoredTraffic monitored =
        new StepsUnderLoadBenchmark.MonitoredTraffic();
    monitored.algorithm = SignatureAlgorithm.ES256;
    monitored.prepare();
    StepsUnderLoadBenchmark benchmark = new StepsUnderLoadBenchmark();
    benchmark.threads = 4;
    benchmark.prepare(monitored);

    benchmark.begin();
    long requests = benchmark.measure(Duration.ofMillis(500)).requests();

    assertThat(benchmark.recorded())
        .filteredOn(result -> result.getLabel().equals("step/COMPLETE_VALIDATION/count"))
        .singleElement()
        .satisfies(result -> assertThat(result.getScore()).isEqualTo((double) requests));
  }
}
