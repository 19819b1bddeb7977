// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.jwtvalidation.benchmark.report.Disturbance;

/**
 * What the machine did while a JVM measured.
 *
 * @param percentOfOthers what other programs and other machines had of its processors
 * @param throttledPeriods in how many periods this JVM had to wait for its share
 */
public record MachineUse(OptionalDouble percentOfOthers, long throttledPeriods) {

  /**
   * What it has done since then.
   *
   * @param before read at the beginning
   * @return the difference
   */
  public static MachineUse since(ProcessorUse before) {
    return since(before, Duration.ZERO);
  }

  /**
   * What it has done since then.
   *
   * @param before read at the beginning
   * @param measured the processor time since then of processes that this one has started, and that
   *     have not ended
   * @return the difference
   */
  public static MachineUse since(ProcessorUse before, Duration measured) {
    ProcessorUse now = ProcessorUse.now();
    return new MachineUse(
        now.percentOfOthersSince(before, measured), now.throttled() - before.throttled());
  }

  /**
   * What it did in several turns of the same length.
   *
   * @param turns at least one
   * @return the mean of what others had, and all periods in which this JVM had to wait
   */
  public static MachineUse mean(List<MachineUse> turns) {
    return new MachineUse(
        turns.stream().flatMapToDouble(turn -> turn.percentOfOthers.stream()).average(),
        turns.stream().mapToLong(MachineUse::throttledPeriods).sum());
  }

  boolean isDisturbed() {
    return Disturbance.isGreat(percent());
  }

  /** The percentage of others; 0 where it is not known. */
  double percent() {
    return percentOfOthers.orElse(0);
  }

  /**
   * Describes what it did in all JVMs of a row; what is not known is left out.
   *
   * @param jvms what it did beside each of them
   * @param row the row as in {@code jmh-result.json}
   */
  public static void describe(List<MachineUse> jvms, ObjectNode row) {
    ObjectNode machine = row.withObject("/" + Disturbance.MACHINE);
    jvms.stream()
        .flatMapToDouble(jvm -> jvm.percentOfOthers.stream())
        .max()
        .ifPresent(percent -> machine.put(Disturbance.OTHER_PROGRAMS, percent));
    machine.put(Disturbance.THROTTLED, jvms.stream().mapToLong(MachineUse::throttledPeriods).sum());
  }
}
