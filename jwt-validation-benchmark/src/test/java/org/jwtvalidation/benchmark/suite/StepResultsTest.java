// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.internal.concurrent.LatencyHistogram;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.monitor.LatencyDistribution;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.openjdk.jmh.results.Result;

@Tag("jdk-independent")
class StepResultsTest {

  @Test
  void knowsHowFarDurationsAreApart() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < 99; i++) {
      histogram.record(10_000);
    }
    histogram.record(100_000_000);

    // The mean is 1,009,900 ns, the deviation of one in a hundred 9,949,700 ns.
    assertThat(StepResults.variation(new LatencyDistribution(histogram)))
        .isCloseTo(9.85, within(0.2));
  }

  @Test
  void givesTheFiguresOfEachStepOfAValidation() {
    LatencyMonitor monitor = new LatencyMonitor();
    Workload workload = Workload.builder().tokens(2).algorithm(SignatureAlgorithm.ES256).build();
    TokenValidator validator = workload.validator().cacheSize(0).monitor(monitor).build();
    for (int i = 0; i < 10; i++) {
      validator.validate(workload.token(i % 2));
    }

    Map<String, Double> results =
        StepResults.of(monitor.snapshot()).stream()
            .collect(Collectors.toMap(Result::getLabel, Result::getScore));

    assertThat(results)
        .containsEntry("step/SIGNATURE_VALIDATION/count", 10.0)
        .containsEntry("step/COMPLETE_VALIDATION/count", 10.0)
        .containsKeys("step/TOKEN_PARSING/p95", "step/COMPLETE_VALIDATION/variation")
        .doesNotContainKey("step/TOKEN_FORMAT_CHECK/count");
    assertThat(results.get("step/COMPLETE_VALIDATION/p50"))
        .isBetween(
            results.get("step/SIGNATURE_VALIDATION/p50"),
            results.get("step/COMPLETE_VALIDATION/max"));
  }
}
