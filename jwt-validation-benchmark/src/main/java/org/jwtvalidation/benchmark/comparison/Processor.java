// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.run.ProcessorUse;

/**
 * The processor that runs what is measured, while all others are idle.
 *
 * @param number its number
 * @param taskset the program that confines others to it
 */
record Processor(int number, String taskset) {

  /** The last one: interrupts are served by the first. */
  static Processor last() {
    return new Processor(Collections.max(ProcessorUse.allowed()), "taskset");
  }

  static boolean hasAvx2() {
    try {
      return Files.readString(Path.of("/proc/cpuinfo")).contains(" avx2 ");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Confines all threads of a process, and those that it will start.
   *
   * @throws ProgramException if that is not possible
   */
  void confine(long process) throws ProgramException, InterruptedException {
    List<String> command =
        List.of(taskset, "-a", "-c", "-p", String.valueOf(number), String.valueOf(process));
    try {
      Process confining =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!confining.waitFor(10, TimeUnit.SECONDS) || confining.exitValue() != 0) {
        confining.destroyForcibly();
        throw ProgramException.failed(String.join(" ", command) + " has failed");
      }
    } catch (IOException e) {
      throw ProgramException.absent(taskset + " is not installed");
    }
  }
}
