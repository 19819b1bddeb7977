// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The processors on which services run. If they can be divided, generator and services take no time
 * from each other.
 *
 * @param command what starts a program on those of the services; empty if all are shared
 * @param number of all of them, those of the generator included
 */
record Processors(List<String> command, int number, String description) {

  /** All are shared. */
  static Processors shared() {
    return new Processors(
        List.of(),
        Runtime.getRuntime().availableProcessors(),
        "Generator and services share all processors.");
  }

  /**
   * Leaves the first half of the processors to this process, and the others to services, by the
   * program taskset of Linux.
   */
  static Processors divided() {
    return divided("taskset");
  }

  static Processors divided(String taskset) {
    String self = String.valueOf(ProcessHandle.current().pid());
    try {
      Program.Output affinity = Program.run(List.of(taskset, "-cp", self));
      List<Integer> numbers = numbers(affinity.text().replaceFirst(".*: ", ""));
      if (affinity.status() == 0 && numbers.size() > 1) {
        String generator = list(numbers.subList(0, numbers.size() / 2));
        String services = list(numbers.subList(numbers.size() / 2, numbers.size()));
        if (Program.run(List.of(taskset, "-acp", generator, self)).status() == 0) {
          return new Processors(
              List.of(taskset, "-c", services),
              numbers.size(),
              "The generator has processor %s, services have %s.".formatted(generator, services));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Not installed, or another program of that name.
    }
    return shared();
  }

  /** The numbers in a list such as {@code 0,2-4}. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : list.strip().split(",", -1)) {
      String[] ends = part.split("-", 2);
      IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
          .forEach(numbers::add);
    }
    return numbers;
  }

  private static String list(List<Integer> numbers) {
    return String.join(",", numbers.stream().map(String::valueOf).toList());
  }
}
