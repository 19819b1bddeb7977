// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.TimeValue;

class ProgressTest {

  /** 2 forks of 2 s to prepare and 5.5 s to run: 15 s. */
  private static final PlannedRow ROW =
      new PlannedRow(
          "org.jwtvalidation.benchmark.suite.peers.A.b",
          Mode.AverageTime,
          1,
          Map.of("peer", "X", "issuers", "3"),
          Set.of("peer"),
          new RowTime(2, 1, TimeValue.milliseconds(500), 5, TimeValue.milliseconds(1000)),
          false);

  /** One fork, 3 s to prepare; 5 JVMs, 3 s to prepare each, and 10 s to run. */
  @Test
  void expectsTheTimeOfTheJvmsThatABenchmarkStarts() {
    PlannedRow row =
        new PlannedRow(
            "org.jwtvalidation.benchmark.suite.startup.A.b",
            Mode.SingleShotTime,
            1,
            Map.of("jvms", "5", "seconds", "10"),
            Set.of(),
            new RowTime(1, 0, TimeValue.NONE, 1, TimeValue.NONE),
            false);

    assertThat(row.expectedSeconds()).isEqualTo(68);
  }

  @Test
  void printsRowProgressAndRemainingTime() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    AtomicLong now = new AtomicLong();
    Progress progress =
        new Progress(
            new PrintStream(printed, true, UTF_8),
            now::get,
            "1 rows, 4 JVMs",
            List.of(ROW, ROW, ROW, ROW));

    progress.begin(ROW);
    now.addAndGet(TimeUnit.SECONDS.toNanos(51));
    progress.end(ROW, "1.0 us/op");
    progress.begin(ROW);
    progress.end(ROW, "FAILED");

    assertThat(printed.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            """
            1 rows, 4 JVMs, about 1 min 8 s
            [1/4, 0 %, 1 min 8 s left] peers.A.b avgt threads=1 peer=X 1.0 us/op
            [2/4, 25 %, 1 min 42 s left] peers.A.b avgt threads=1 peer=X FAILED
            """);
  }
}
