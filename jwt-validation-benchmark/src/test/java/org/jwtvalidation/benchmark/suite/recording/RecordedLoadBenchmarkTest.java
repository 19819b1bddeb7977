// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.benchmark.suite.recording.RecordedLoadBenchmark.Recorded;
import org.jwtvalidation.benchmark.suite.recording.RecordedLoadBenchmark.RecordedTraffic;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Checks what the benchmark measures. */
@Tag("jdk-independent")
class RecordedLoadBenchmarkTest {

  @ParameterizedTest
  @EnumSource
  void validatesWhileItIsRecorded(Recorded recorded) throws Exception {
    RecordedTraffic traffic = new RecordedTraffic();
    traffic.recorded = recorded;
    traffic.algorithm = SignatureAlgorithm.ES256;
    traffic.issuers = 1;
    traffic.tokens = 10;
    int others = FlightRecorder.getFlightRecorder().getRecordings().size();
    traffic.prepare();
    RecordedLoadBenchmark benchmark = new RecordedLoadBenchmark();
    benchmark.threads = 2;

    benchmark.prepare(traffic);
    try {
      assertThat(FlightRecorder.getFlightRecorder().getRecordings())
          .hasSize(others + (recorded == Recorded.NONE ? 0 : 1));
      assertThat(benchmark.measure(Duration.ofMillis(500)).completed()).isPositive();
    } finally {
      traffic.close();
    }
    assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(others);
  }
}
