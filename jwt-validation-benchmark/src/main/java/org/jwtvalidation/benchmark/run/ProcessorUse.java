// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * What the processors of this machine have done since it started, in hundredths of a second, by
 * Linux's counters (proc(5)).
 *
 * @param all the time of all processors
 * @param busy the part in which they were at work
 * @param stolen the part that the machine's host gave to others
 * @param own the part of this process and of those that it has started and that have ended
 * @param throttled in how many periods this process's group had used up its share of the processors
 */
public record ProcessorUse(long all, long busy, long stolen, long own, long throttled) {

  private static final ProcessorUse UNKNOWN = new ProcessorUse(0, 0, 0, 0, 0);

  /**
   * Reads the counters.
   *
   * @return what is known by now
   */
  public static ProcessorUse now() {
    return in(Path.of("/proc"), ControlGroups.own());
  }

  static ProcessorUse in(Path proc, ControlGroups groups) {
    try {
      // cpu user nice system idle iowait irq softirq steal
      String[] cpu =
          Files.readString(proc.resolve("stat"), ISO_8859_1).split("\n", 2)[0].split(" +", -1);
      long idle = number(cpu, 4) + number(cpu, 5);
      long stolen = number(cpu, 8);
      long busy =
          number(cpu, 1) + number(cpu, 2) + number(cpu, 3) + number(cpu, 6) + number(cpu, 7);
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
   * The percentage of all processors that other programs and other machines have had since then;
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
