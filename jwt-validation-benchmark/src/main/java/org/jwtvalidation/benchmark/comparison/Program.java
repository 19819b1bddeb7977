// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program that can be started, and what it says of itself.
 *
 * @param label what it is called where it is described
 * @param command what starts it, without the input file
 * @param jdk the release of its JDK, or null if it is native code
 * @param links the libraries that it has, with their versions
 * @param flags how it was compiled, or its JVM started
 * @param measurements regime, algorithm, form and library of each, as commands name it
 * @param absent the same of each that it cannot measure, with the reason behind it
 */
record Program(
    String label,
    List<String> command,
    @Nullable Integer jdk,
    List<String> links,
    String flags,
    List<String> measurements,
    List<String> absent) {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Asks a program what it is. */
  static Program of(String label, List<String> command, @Nullable Integer jdk, Path input, Path log)
      throws ProgramException, InterruptedException {
    List<String> links = new ArrayList<>();
    List<String> measurements = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    String flags = "";
    try (ProgramProcess process = ProgramProcess.start(command, input, log)) {
      for (String line : process.list(PATIENCE)) {
        String[] words = line.split(" ", 2);
        String rest = words.length == 2 ? words[1] : "";
        switch (words[0]) {
          case "program" -> {}
          case "links" -> links.add(rest);
          case "flags" -> flags = rest;
          case "has" -> measurements.add(rest);
          case "absent" -> absent.add(rest);
          default -> throw ProgramException.failed("\"" + line + "\" is no answer to list");
        }
      }
    }
    return new Program(
        label,
        command,
        jdk,
        List.copyOf(links),
        flags,
        List.copyOf(measurements),
        List.copyOf(absent));
  }
}
