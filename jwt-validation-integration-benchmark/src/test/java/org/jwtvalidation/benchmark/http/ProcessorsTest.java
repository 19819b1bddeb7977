// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.benchmark.run.ProcessorUse;

@DisabledOnOs(OS.WINDOWS)
class ProcessorsTest {

  @TempDir private Path folder;

  /** A program that prints what taskset does, and keeps what it was asked for. */
  private String taskset(String affinity, int status) throws IOException {
    Path program = folder.resolve("taskset");
    Files.writeString(
        program,
        "#!/bin/sh\necho \"$@\" >>"
            + folder.resolve("given")
            + "\necho \"pid 7's current affinity list: "
            + affinity
            + "\"\nexit "
            + status
            + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program.toString();
  }

  private Processors divided(String taskset) {
    return Processors.divided(taskset, folder);
  }

  @ParameterizedTest
  @CsvSource({"'0,1', 0, 1", "0-3, '0,1', '2,3'", "'2,5-6', 2, '5,6'"})
  void leavesTheSecondHalfToServices(String all, String generator, String services)
      throws IOException {
    String taskset = taskset(all, 0);
    Processors divided = divided(taskset);
    assertThat(divided.command()).containsExactly(taskset, "-c", services);
    assertThat(divided.description())
        .isEqualTo("The generator has processor %s, services have %s.", generator, services);
    String self = String.valueOf(ProcessHandle.current().pid());
    assertThat(Files.readAllLines(folder.resolve("given")))
        .containsExactly("-cp " + self, "-acp " + generator + " " + self);
  }

  @ParameterizedTest
  @CsvSource({
    "0-3, '0,2;1,3', '0,2', '1,3', ''",
    "0-5, '0,3;1,4;2,5', '0,3', '1,4,2,5', ''",
    "'0,1', '0,1', 0, 1, ' They share a core.'"
  })
  void dividesCoresAndNotTheirThreads(
      String all, String cores, String generator, String services, String shared)
      throws IOException {
    for (String core : cores.split(";", -1)) {
      for (int number : ProcessorUse.numbers(core)) {
        Path topology = folder.resolve("cpu" + number + "/topology");
        Files.createDirectories(topology);
        Files.writeString(topology.resolve("thread_siblings_list"), core + "\n");
      }
    }

    assertThat(Processors.divided(taskset(all, 0), folder).description())
        .isEqualTo(
            "The generator has processor %s, services have %s.%s", generator, services, shared);
  }

  @Test
  void givesAServiceAllWhileSomethingIsDone() throws IOException {
    Processors divided = divided(taskset("0-3", 0));
    Path given = folder.resolve("given");
    Files.delete(given);

    assertThat(divided.widely(7, () -> Files.readString(given).strip()))
        .isEqualTo("-acp 0,1,2,3 7");
    assertThat(Files.readAllLines(given)).containsExactly("-acp 0,1,2,3 7", "-acp 2,3 7");
    assertThat(divided.commandOfAll()).endsWith("-c", "0,1,2,3");
    assertThat(Processors.shared().commandOfAll()).isEmpty();
    assertThat(Processors.shared().widely(7, () -> "done")).isEqualTo("done");
  }

  @Test
  void saysIfAServiceCannotBeGivenOthers() throws IOException {
    Processors divided = divided(taskset("0,1", 0));
    String failing = taskset("0,1", 1);

    assertThatIllegalStateException()
        .isThrownBy(() -> divided.widely(7, () -> "done"))
        .withMessageStartingWith(failing + " -acp 0,1 7: ");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "'0,1', 1", "none, 0"})
  void sharesWhatCannotBeDivided(String all, int status) throws IOException {
    assertThat(divided(taskset(all, status))).isEqualTo(Processors.shared());
  }

  @Test
  void sharesAllWithoutTheProgram() {
    assertThat(divided(folder.resolve("none").toString())).isEqualTo(Processors.shared());
    assertThat(Processors.shared().command()).isEmpty();
  }
}
