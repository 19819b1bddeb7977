// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs tools to their end. */
final class Processes {

  private Processes() {}

  /**
   * Runs a tool.
   *
   * @param folder where it runs
   * @param more variables of its environment
   * @param log where its output is added
   * @throws ProgramException if it is not installed, fails, or does not end in time
   */
  static void run(
      List<String> command, Path folder, Map<String, String> more, Path log, long minutes)
      throws ProgramException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(more);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw ProgramException.absent(command.get(0) + " is not installed");
    }
    try {
      if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
        throw ProgramException.failed(
            command.get(0) + " has not ended in " + minutes + " minutes, see " + log);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw ProgramException.failed(
          command.get(0) + " has ended with status " + process.exitValue() + ", see " + log);
    }
  }
}
