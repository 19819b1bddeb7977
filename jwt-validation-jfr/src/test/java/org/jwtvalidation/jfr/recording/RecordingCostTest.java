package org.jwtvalidation.jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.FlightRecorder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.jfr.recording.RecordingCost.Watch;

/** What is timed does what it says. */
class RecordingCostTest {

  @ParameterizedTest
  @EnumSource(Watch.class)
  void validatesWhileItIsWatchedAsToldAndNoLonger(Watch watch) throws Exception {
    int recordings = FlightRecorder.getFlightRecorder().getRecordings().size();
    RecordingCost benchmark = new RecordingCost();
    benchmark.watch = watch;
    benchmark.cacheSize = 600;
    benchmark.prepare();

    assertThat(FlightRecorder.getFlightRecorder().getRecordings())
        .hasSize(recordings + (watch == Watch.RECORDING ? 1 : 0));
    assertThat(benchmark.validate().subject()).startsWith("user-");

    benchmark.close();
    assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(recordings);
  }
}
