// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.benchmark.run.GivenOptions;

class HttpPlanTest {

  private static final double QUARTER_OF_AN_HOUR = 15 * 60;

  private static List<HttpRow> plan(Map<String, String> options) {
    return HttpPlan.of(HttpOptions.of(new GivenOptions(options)));
  }

  @Test
  void takesNoLongerThanAQuarterOfAnHourByDefault() {
    List<HttpRow> rows = plan(Map.of());

    assertThat(rows.stream().mapToDouble(HttpRow::expectedSeconds).sum())
        .isLessThan(QUARTER_OF_AN_HOUR);
    assertThat(rows).extracting(row -> row.session().subject()).containsAll(Subject.all());
  }

  @Test
  void startsNoServiceTwiceForRowsThatCanShareIt() {
    List<HttpRow> rows = plan(Map.of("load.suite", "layers,algorithms"));

    long changes = 1;
    for (int row = 1; row < rows.size(); row++) {
      changes += rows.get(row).sharesServiceWith(rows.get(row - 1)) ? 0 : 1;
    }
    // The rows of the accounts come last, and need both services again.
    assertThat(changes).isLessThanOrEqualTo(12);
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
    int rows = 0;
    for (HttpSuite suite : HttpSuite.values()) {
      List<HttpRow> ofSuite = plan(Map.of("load.suite", suite.toString()));
      assertThat(ofSuite).isNotEmpty();
      rows += ofSuite.size();
    }
    assertThat(plan(Map.of("load.suite", "all"))).hasSize(rows);
  }

  @ParameterizedTest
  @CsvSource({
    "load.suite, fast, 'load.suite: fast is not understood; choose of layers, '",
    "load.include, nothing like this, load.include: no row contains nothing like this",
    "load.include, (, load.include: ( is not understood; choose a regular expression",
    "load.rates, 0, load.rates: 0 is not understood",
    "load.connections, 0, load.connections: 0 is not understood",
    "measurement.duration, soon, measurement.duration: soon is not understood",
  })
  void saysWhatIsWrongWithAnOption(String option, String value, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(Map.of(option, value)))
        .withMessageStartingWith(problem);
  }
}
