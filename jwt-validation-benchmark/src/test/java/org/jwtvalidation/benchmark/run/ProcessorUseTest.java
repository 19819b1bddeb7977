// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk-independent")
class ProcessorUseTest {

  @TempDir private Path proc;

  private ProcessorUse machine(String cpu, String process) throws IOException {
    // Of its processors, another program may use the first.
    Files.writeString(
        proc.resolve("stat"),
        "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\ncpu1 "
            + cpu
            + " 0 0\ncpu3 0 0 0 0 0 0 0 0 0 0\nintr 9\n");
    Files.createDirectories(proc.resolve("self"));
    Files.writeString(
        proc.resolve("self/stat"),
        "42 (my (old) program) S 1 42 42 0 -1 4194560 11 12 13 14 " + process + " 20 0\n");
    Files.writeString(proc.resolve("self/status"), "Name:\tjava\nCpus_allowed_list:\t1,3\n");
    return ProcessorUse.in(proc, ControlGroups.in(proc, proc), ProcessorUse.allowed(proc));
  }

  @Test
  void findsWhatOtherProgramsAndOtherMachinesHadMeanwhile() throws IOException {
    ProcessorUse before = machine("100 10 20 500 5 1 2 30", "40 5 6 7");
    // 200 more, of which 100 idle, 8 stolen, and 60 of this process and those that have ended.
    ProcessorUse after = machine("170 12 36 600 5 2 5 38", "50 10 46 12");

    assertThat(after.percentOfOthersSince(before, Duration.ZERO).orElseThrow())
        .isCloseTo(20, within(1e-9));
    assertThat(after.percentStolenSince(before).orElseThrow()).isCloseTo(4, within(1e-9));
    // With a measured program that has not ended: 0.3 s of it, in hundredths.
    assertThat(after.percentOfOthersSince(before, Duration.ofMillis(300)).orElseThrow())
        .isCloseTo(5, within(1e-9));
  }

  @Test
  void countsThePeriodsInWhichItsGroupHadNoProcessor() throws IOException {
    Files.writeString(proc.resolve("cpu.stat"), "usage_usec 5\nnr_periods 9\nnr_throttled 7\n");

    assertThat(machine("1 1 1 1 1 1 1 1", "1 1 1 1").throttled()).isEqualTo(7);
  }

  @Test
  void knowsNothingOfOtherSystems() {
    Path none = proc.resolve("none");
    ProcessorUse unknown = ProcessorUse.in(none, ControlGroups.in(none, none), List.of());

    assertThat(unknown.percentOfOthersSince(unknown, Duration.ZERO)).isEmpty();
    assertThat(unknown.percentStolenSince(unknown)).isEmpty();
    assertThat(ProcessorUse.allowed(none)).startsWith(0).isSorted();
    assertThat(ProcessorUse.now().percentOfOthersSince(unknown, Duration.ZERO)).isEmpty();
  }

  @Test
  void seesABusyProgramBesideThisOne() throws Exception {
    assumeThat(Path.of("/proc/self/stat")).exists();
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      ProcessorUse before = ProcessorUse.now();
      TimeUnit.MILLISECONDS.sleep(500);

      assertThat(ProcessorUse.now().percentOfOthersSince(before, Duration.ZERO).orElseThrow())
          .isPositive();
    } finally {
      busy.destroyForcibly();
    }
  }
}
