// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/**
 * The processors on which services run. If they can be divided, generator and services take no time
 * from each other.
 *
 * @param command what starts a program on those of the services; empty if all are shared
 * @param widen what gives a running process all of them; its number follows
 * @param narrow what leaves it those of the services; its number follows
 * @param number of all of them, those of the generator included
 */
record Processors(
    List<String> command, List<String> widen, List<String> narrow, int number, String description) {

  /** All are shared. */
  static Processors shared() {
    return new Processors(
        List.of(),
        List.of(),
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
              List.of(taskset, "-acp", list(numbers)),
              List.of(taskset, "-acp", services),
              numbers.size(),
              "The generator has processor %s, services have %s.".formatted(generator, services));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Not installed, or another program of that name.
    }
    return shared();
  }

  /**
   * Lets a service use all processors while something is done, so that its compilers need not wait
   * for the threads that serve requests.
   */
  <T> T widely(long processId, Callable<T> action) throws IOException {
    run(widen, processId);
    try {
      return action.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      run(narrow, processId);
    }
  }

  private static void run(List<String> command, long processId) throws IOException {
    if (!command.isEmpty()) {
      List<String> complete = new ArrayList<>(command);
      complete.add(String.valueOf(processId));
      Program.run(complete);
    }
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
