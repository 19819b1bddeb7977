// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs programs in another JVM on the class path of this one. */
public final class OtherJvm {

  private OtherJvm() {}

  /**
   * Runs a program and waits for its end.
   *
   * @param main the class with its main method
   * @param option an option of the JVM
   * @param arguments the arguments of the program
   * @return its output, without what it writes to the stream of errors
   * @throws IllegalStateException if it fails; the message is what it has written there
   */
  public static String run(Class<?> main, String option, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(option);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Path errors = Files.createTempFile("errors", ".txt");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(Files.readString(errors));
      }
      return output;
    } finally {
      Files.delete(errors);
    }
  }
}
