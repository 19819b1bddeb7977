// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jwtvalidation.benchmark.run.ProcessorUse;

/**
 * The processors on which services run. If they can be divided, generator and services take no time
 * from each other.
 *
 * @param taskset the program that assigns processors; empty if all are shared
 * @param services those of the services, as taskset takes them
 * @param all those of generator and services, as taskset takes them
 * @param number of all of them
 */
record Processors(String taskset, String services, String all, int number, String description) {

  /** All are shared. */
  static Processors shared() {
    return new Processors(
        "",
        "",
        "",
        Runtime.getRuntime().availableProcessors(),
        "Generator and services share all processors.");
  }

  /**
   * Leaves the first half of the cores to this process, and the others to services, by the program
   * taskset of Linux.
   */
  static Processors divided() {
    return divided("taskset", Path.of("/sys/devices/system/cpu"));
  }

  static Processors divided(String taskset, Path system) {
    String self = String.valueOf(ProcessHandle.current().pid());
    try {
      Program.Output affinity = Program.run(List.of(taskset, "-cp", self));
      List<Integer> numbers = ProcessorUse.numbers(affinity.text().replaceFirst(".*: ", ""));
      if (affinity.status() == 0 && numbers.size() > 1) {
        List<List<Integer>> cores = cores(numbers, system);
        boolean isOneCore = cores.size() == 1;
        if (isOneCore) {
          cores = numbers.stream().map(List::of).toList();
        }
        int half = cores.size() / 2;
        String generator = list(cores.subList(0, half));
        String services = list(cores.subList(half, cores.size()));
        if (Program.run(List.of(taskset, "-acp", generator, self)).status() == 0) {
          return new Processors(
              taskset,
              services,
              list(List.of(numbers)),
              numbers.size(),
              "The generator has processor %s, services have %s.%s"
                  .formatted(generator, services, isOneCore ? " They share a core." : ""));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Not installed, or another program of that name.
    }
    return shared();
  }

  /** Whether the generator has processors that services do not use. */
  boolean areDivided() {
    return !taskset.isEmpty();
  }

  /** How many of them the services have. */
  int numberOfServices() {
    return taskset.isEmpty() ? number : ProcessorUse.numbers(services).size();
  }

  /** What starts a program on those of the services. */
  List<String> command() {
    return commandOn(services);
  }

  /** What starts a program on all of them, which it would not inherit from the generator. */
  List<String> commandOfAll() {
    return commandOn(all);
  }

  private List<String> commandOn(String numbers) {
    return taskset.isEmpty() ? List.of() : List.of(taskset, "-c", numbers);
  }

  /**
   * Lets a service use all processors while something is done, so that its compilers need not wait
   * for the threads that serve requests. If that fails, the service keeps them.
   *
   * @throws IllegalStateException if they cannot be assigned
   */
  <T> T widely(long processId, Callable<T> action) throws IOException {
    assign(all, processId);
    T result;
    try {
      result = action.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    assign(services, processId);
    return result;
  }

  private void assign(String numbers, long processId) throws IOException {
    if (taskset.isEmpty()) {
      return;
    }
    List<String> command = List.of(taskset, "-acp", numbers, String.valueOf(processId));
    Program.Output output = Program.run(command);
    if (output.status() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ": " + output.text());
    }
  }

  /** The processors of each core: threads of one take time from each other. */
  private static List<List<Integer>> cores(List<Integer> numbers, Path system) throws IOException {
    Map<String, List<Integer>> cores = new LinkedHashMap<>();
    for (int number : numbers) {
      Path siblings = system.resolve("cpu" + number + "/topology/thread_siblings_list");
      String core = Files.exists(siblings) ? Files.readString(siblings) : "only " + number;
      cores.computeIfAbsent(core, first -> new ArrayList<>()).add(number);
    }
    return List.copyOf(cores.values());
  }

  private static String list(List<List<Integer>> cores) {
    return String.join(",", cores.stream().flatMap(List::stream).map(String::valueOf).toList());
  }
}
