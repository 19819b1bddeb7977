// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** A program that is run to its end. */
final class Program {

  /**
   * What a program has printed, on both streams.
   *
   * @param status with which it has ended, 0 if it succeeded
   */
  record Output(int status, String text) {}

  private Program() {}

  /**
   * Runs a program of this JDK.
   *
   * @throws IllegalStateException with its output if it fails
   */
  static void ofJdk(String name, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(pathInJdk(name)));
    command.addAll(arguments);
    Output output = run(command);
    if (output.status != 0) {
      throw new IllegalStateException(name + ": " + output.text);
    }
  }

  static String pathInJdk(String name) {
    return System.getProperty("java.home") + File.separator + "bin" + File.separator + name;
  }

  /**
   * Runs a program.
   *
   * @throws IOException if it does not start
   */
  static Output run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
    try {
      return new Output(process.waitFor(), text.strip());
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + command.get(0) + " runs", e);
    }
  }
}
