// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.benchmark.run.GivenOptions;

class HttpPlanTest {

  private static List<HttpRow> plan(Map<String, String> options) {
    return HttpPlan.of(HttpOptions.of(new GivenOptions(options)));
  }

  @Test
  void hasEveryServiceByDefault() {
    assertThat(plan(Map.of()))
        .extracting(row -> row.session().subject())
        .containsAll(Subject.all());
  }

  @Test
  void measuresWhatTheOptionsChoose() {
    assertThat(
            plan(
                Map.of(
                    "load.suite", "layers",
                    "load.include", "Layers .* HEADER",
                    "load.rates", "500,1000",
                    "load.connections", "10")))
        .extracting(HttpRow::toString)
        .containsExactly(
            "Layers PLAIN JWT_VALIDATION_CACHED RS256 HEADER, closed loop, 10 connections",
            "Layers PLAIN JWT_VALIDATION_CACHED RS256 HEADER, 500 a second, 10 connections",
            "Layers PLAIN JWT_VALIDATION_CACHED RS256 HEADER, 1000 a second, 10 connections");
  }

  @Test
  void hasRowsInEachSuite() {
    Set<HttpRow> rows = new HashSet<>();
    for (HttpSuite suite : HttpSuite.values()) {
      List<HttpRow> ofSuite = plan(Map.of("load.suite", suite.toString()));
      assertThat(ofSuite).isNotEmpty();
      rows.addAll(ofSuite);
    }
    assertThat(plan(Map.of("load.suite", "all"))).hasSameElementsAs(rows);
  }

  @Test
  void hasVirtualThreadsOnlyWhereTheJdkHasThem() {
    assertThat(plan(Map.of("load.suite", "threads")))
        .extracting(row -> row.session().subject().threads())
        .contains(Subject.Threads.WORKER)
        .satisfies(threads ->
            assertThat(threads.contains(Subject.Threads.VIRTUAL))
                .isEqualTo(Runtime.version().feature() >= 21));
  }

  @Test
  void hasEachRowOnce() {
    assertThat(
            plan(
                Map.of(
                    "load.suite", "layers,accounts",
                    "load.connections", "50,50",
                    "load.rates", "1000,1000",
                    "load.cpus", "1,1.0")))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "load.suite, fast, 'load.suite: fast is not understood; choose of layers, '",
    "load.include, nothing like this, load.include: no row contains nothing like this",
    "load.include, (, load.include: ( is not understood; choose a regular expression",
    "load.rates, 0, load.rates: 0 is not understood",
    "load.connections, 0, load.connections: 0 is not understood",
    "load.cpus, many, 'load.cpus: many is not understood; choose numbers such as 1,1.5,2'",
    "load.cpus, 0.05, 'load.cpus: 0.05 is not understood'",
    "load.cpus, 999, 'load.cpus: 999 is more than this machine has; choose numbers up to '",
    "measurement.duration, soon, measurement.duration: soon is not understood",
  })
  void saysWhatIsWrongWithAnOption(String option, String value, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(Map.of(option, value)))
        .withMessageStartingWith(problem);
  }
}
