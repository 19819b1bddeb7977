// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.infra.Blackhole;

/** Checks what the benchmark measures. */
class RecordingCostTest {

  private final Blackhole blackhole =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is"
              + " dangerous.");

  @ParameterizedTest
  @CsvSource({"0, SHIPPED", "600, SHIPPED", "600, PROFILE", "0, PROFILE_WITH_CPU_TIME"})
  void comparesValidationsAndLeavesNoRecordingBehind(int cacheSize, RecordingCost.Recorded recorded)
      throws Exception {
    int recordings = FlightRecorder.getFlightRecorder().getRecordings().size();
    RecordingCost benchmark = new RecordingCost();
    benchmark.cacheSize = cacheSize;
    benchmark.recorded = recorded;
    benchmark.tokens = 60;
    benchmark.algorithm = SignatureAlgorithm.ES256;
    benchmark.turnMillis = 1;
    benchmark.turns = 3;
    benchmark.prepare(blackhole);

    Map<String, Double> costs = benchmark.measure(blackhole);

    assertThat(costs)
        .containsOnlyKeys("unwatched", "watched", "recorded", "watchedPercent", "recordedPercent")
        .allSatisfy((name, cost) -> assertThat(cost).as(name).isPositive())
        .containsEntry("recordedPercent", 100 * costs.get("recorded") / costs.get("unwatched"));
    assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(recordings);
    benchmark.close();
  }
}
