// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The exit code of a command that measures. */
public final class ExitCode {

  private ExitCode() {}

  /** The work of a command. */
  @FunctionalInterface
  public interface Work {

    /**
     * Does the work.
     *
     * @return the failed rows, and those that a strict run does not accept, one a line
     * @throws IllegalArgumentException if an option is wrong
     * @throws IOException if the results cannot be written
     */
    String run() throws IOException;
  }

  /**
   * Does the work of a command. A problem is printed, and also written to {@code failed.txt}, for
   * builds that check files rather than exit codes.
   *
   * @param folder the folder of the results
   * @param errors where a problem is printed
   * @param work the work
   * @return 0 on success, 2 if an option is wrong, which one line explains, and 3 if a row failed
   *     or is not accepted
   * @throws IOException if the results cannot be written
   */
  public static int of(Path folder, PrintStream errors, Work work) throws IOException {
    Path failure = folder.resolve("failed.txt");
    Files.deleteIfExists(failure);
    String problem;
    int status;
    try {
      problem = work.run();
      status = problem.isEmpty() ? 0 : 3;
    } catch (IllegalArgumentException e) {
      problem = e.getMessage() + System.lineSeparator();
      status = 2;
    }
    if (status > 0) {
      errors.print(problem);
      Files.createDirectories(folder);
      Files.writeString(failure, problem);
    }
    return status;
  }
}
