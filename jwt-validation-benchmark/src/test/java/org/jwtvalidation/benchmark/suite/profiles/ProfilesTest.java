// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.jfr.analysis.RecordingReport;
import org.jwtvalidation.testkit.TestIssuer;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

@Tag("jdk-independent")
class ProfilesTest {

  @TempDir private Path folder;

  private static BenchmarkParams row(Mode mode, String gate) {
    WorkloadParams params = new WorkloadParams();
    params.put("gate", gate, 0);
    return new BenchmarkParams(
        "org.jwtvalidation.benchmark.suite.profiles.Some.validate",
        "generated",
        true,
        4,
        new int[] {1},
        List.of("validate"),
        1,
        0,
        new IterationParams(IterationType.WARMUP, 1, TimeValue.seconds(1), 1),
        new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1),
        mode,
        params,
        TimeUnit.MICROSECONDS,
        1,
        "java",
        List.of(),
        "17",
        "vm",
        "17",
        "1",
        TimeValue.minutes(1));
  }

  private Path recording() throws Exception {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator = issuer.validator().monitor(new JfrMonitor()).build();
        Recording recording = new Recording(Map.of("jwt.TokenValidation#enabled", "true"))) {
      recording.start();
      validator.validate(issuer.token().compact());
      recording.stop();
      Path file = folder.resolve("1.jfr");
      recording.dump(file);
      return file;
    }
  }

  @Test
  void numbersTheJvmsOfEachRow() throws Exception {
    Path recording = recording();
    RecordingReport report = RecordingReport.of(recording);
    Profiles profiles = new Profiles(folder);
    for (int turn = 0; turn < 2; turn++) {
      profiles.add(row(Mode.Throughput, "none"), recording, report);
      profiles.add(row(Mode.AverageTime, "none"), recording, report);
    }
    profiles.add(row(Mode.Throughput, "fair:2"), recording, report);

    JsonNode written = new ObjectMapper().readTree(folder.resolve(Profiles.FILE).toFile());
    assertThat(written.findValuesAsText("mode"))
        .containsExactly("thrpt", "avgt", "thrpt", "avgt", "thrpt");
    assertThat(written.findValuesAsText("turn")).containsExactly("1", "1", "2", "2", "1");
    assertThat(written.findValuesAsText("threads")).containsOnly("4");
    assertThat(written.findValuesAsText("recording")).containsOnly("1.jfr");
  }
}
