// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.TimeValue;

class TurnsTest {

  @Test
  void alternatesTheJvmsOfRowsAndTheirOrder() {
    List<PlannedRow> turns =
        Turns.of(List.of(row("a.Peers.x", 3), row("a.Peers.y", 2), row("a.Other.x", 2)));

    assertThat(turns)
        .extracting(PlannedRow::benchmark)
        .containsExactly(
            "a.Peers.x",
            "a.Peers.y",
            "a.Peers.y",
            "a.Peers.x",
            "a.Peers.x",
            "a.Other.x",
            "a.Other.x");
    assertThat(turns).allSatisfy(row -> assertThat(row.time().forks()).isOne());
  }

  @Test
  void putsMethodsWithTheSameParametersSideBySide() {
    List<PlannedRow> turns =
        Turns.of(
            List.of(
                row("a.B.raw", 1, "RS256"),
                row("a.B.raw", 1, "ES256"),
                row("a.B.validate", 1, "RS256"),
                row("a.B.validate", 1, "ES256")));

    assertThat(turns)
        .extracting(row -> row.benchmark() + " " + row.params().get("algorithm"))
        .containsExactly(
            "a.B.raw RS256", "a.B.validate RS256", "a.B.raw ES256", "a.B.validate ES256");
  }

  private static PlannedRow row(String benchmark, int forks) {
    return row(benchmark, forks, "RS256");
  }

  private static PlannedRow row(String benchmark, int forks, String algorithm) {
    TimeValue second = TimeValue.seconds(1);
    return new PlannedRow(
        benchmark,
        Mode.AverageTime,
        1,
        Map.of("algorithm", algorithm),
        Set.of(),
        new RowTime(forks, 2, second, 3, second),
        false);
  }
}
