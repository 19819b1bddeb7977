package org.jwtvalidation.benchmark.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalDouble;
import org.jwtvalidation.benchmark.report.Disturbance;

/**
 * What the machine did while a JVM measured.
 *
 * @param percentOfOthers what other programs and other machines had of its processors
 * @param throttledPeriods in how many periods this JVM had to wait for its share
 * @param megahertz the mean frequency of the processors at the end; NaN if it is not known
 */
record MachineUse(OptionalDouble percentOfOthers, long throttledPeriods, double megahertz) {

  static MachineUse since(ProcessorUse before) {
    ProcessorUse now = ProcessorUse.now();
    return new MachineUse(
        now.percentOfOthersSince(before),
        now.throttled() - before.throttled(),
        ProcessorUse.megahertz());
  }

  boolean isDisturbed() {
    return Disturbance.isGreat(percent());
  }

  /** The percentage of others; 0 where it is not known. */
  double percent() {
    return percentOfOthers.orElse(0);
  }

  /** Describes what it did in all JVMs of a row; what is not known is left out. */
  static void describe(List<MachineUse> jvms, ObjectNode row) {
    ObjectNode machine = row.withObject("/" + Disturbance.MACHINE);
    jvms.stream()
        .flatMapToDouble(jvm -> jvm.percentOfOthers.stream())
        .max()
        .ifPresent(percent -> machine.put(Disturbance.OTHER_PROGRAMS, percent));
    machine.put(Disturbance.THROTTLED, jvms.stream().mapToLong(MachineUse::throttledPeriods).sum());
    jvms.stream()
        .mapToDouble(MachineUse::megahertz)
        .filter(Double::isFinite)
        .min()
        .ifPresent(least -> machine.put("megahertz", least));
  }
}
