// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the processors that this program may use have done since the machine started, in hundredths
 * of a second, by Linux's counters (proc(5)).
 *
 * @param all the time of all processors
 * @param busy the part in which they were at work
 * @param stolen the part that the machine's host gave to others
 * @param own the part of this process and of those that it has started and that have ended
 * @param throttled in how many periods this process's group had used up its share of the processors
 */
public record ProcessorUse(long all, long busy, long stolen, long own, long throttled) {

  private static final ProcessorUse UNKNOWN = new ProcessorUse(0, 0, 0, 0, 0);

  /** Those of the program, although it may leave some of them to others later. */
  private static final List<Integer> ALLOWED = allowed(Path.of("/proc"));

  /** {@return the numbers of the processors that this program may use, in ascending order} */
  public static List<Integer> allowed() {
    return ALLOWED;
  }

  static List<Integer> allowed(Path proc) {
    String list = SystemFile.value(proc.resolve("self/status"), "Cpus_allowed_list");
    return list.equals(SystemFile.UNREADABLE)
        ? IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList()
        : numbers(list);
  }

  /**
   * Reads the numbers of processors.
   *
   * @param list such as {@code 0,2-4}
   * @return each of them
   * @throws NumberFormatException if it is another text
   */
  public static List<Integer> numbers(String list) {
    return Stream.of(list.strip().split(",", -1))
        .map(part -> part.split("-", 2))
        .flatMap(ends ->
            IntStream.rangeClosed(
                    Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                .boxed())
        .toList();
  }

  /**
   * Reads the counters.
   *
   * @return what is known by now
   */
  public static ProcessorUse now() {
    return in(Path.of("/proc"), ControlGroups.own(), ALLOWED);
  }

  static ProcessorUse in(Path proc, ControlGroups groups, List<Integer> allowed) {
    try {
      long idle = 0;
      long stolen = 0;
      long busy = 0;
      for (String line : Files.readAllLines(proc.resolve("stat"), ISO_8859_1)) {
        // cpuN user nice system idle iowait irq softirq steal
        String[] cpu = line.split(" +", -1);
        if (cpu[0].matches("cpu\\d+") && allowed.contains(Integer.valueOf(cpu[0].substring(3)))) {
          idle += number(cpu, 4) + number(cpu, 5);
          stolen += number(cpu, 8);
          busy +=
              number(cpu, 1) + number(cpu, 2) + number(cpu, 3) + number(cpu, 6) + number(cpu, 7);
        }
      }
      // The name of the program, in parentheses, may have blanks.
      String self = Files.readString(proc.resolve("self/stat"), ISO_8859_1);
      String[] process = self.substring(self.lastIndexOf(')')).split(" ", -1);
      long own = 0;
      for (int field = 12; field <= 15; field++) {
        own += number(process, field);
      }
      return new ProcessorUse(
          idle + busy + stolen, busy, stolen, own, groups.throttled().orElse(0));
    } catch (IOException | RuntimeException e) {
      return UNKNOWN;
    }
  }

  private static long number(String[] fields, int place) {
    return Long.parseLong(fields[place]);
  }

  /**
   * The percentage of these processors that other programs and other machines have had since then;
   * empty where that is not known.
   *
   * @param measured the processor time of other processes that belong to the measurement
   */
  OptionalDouble percentOfOthersSince(ProcessorUse before, Duration measured) {
    long others =
        busy - before.busy + stolen - before.stolen - (own - before.own) - measured.toMillis() / 10;
    return percentSince(before, others);
  }

  /** The percentage that the machine's host has given to others since then; empty if not known. */
  OptionalDouble percentStolenSince(ProcessorUse before) {
    return percentSince(before, stolen - before.stolen);
  }

  private OptionalDouble percentSince(ProcessorUse before, long part) {
    return all <= before.all || before.equals(UNKNOWN)
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(0, 100.0 * part / (all - before.all)));
  }
}
