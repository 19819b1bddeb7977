// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

/** What the JVMs of a row have measured, in the order of their rounds. */
final class RowResults {

  private final List<RunResult> jvms = new ArrayList<>();
  private final List<MachineUse> machine = new ArrayList<>();

  void add(RunResult jvm, MachineUse use) {
    jvms.add(jvm);
    machine.add(use);
  }

  /** The round of the JVM that other programs have disturbed most; -1 if none was disturbed. */
  int mostDisturbed() {
    return IntStream.range(0, machine.size())
        .filter(round -> machine.get(round).isDisturbed())
        .boxed()
        .max(Comparator.comparing(round -> machine.get(round).percent()))
        .orElse(-1);
  }

  boolean isDisturbed() {
    return machine.stream().anyMatch(MachineUse::isDisturbed);
  }

  /** What other programs had of the processors beside the JVM that was disturbed most. */
  double percentOfOthers() {
    return machine.stream().mapToDouble(MachineUse::percent).max().orElse(0);
  }

  /** Puts a later JVM in the place of one that was disturbed more. */
  void replaceIfQuieter(int round, RunResult jvm, MachineUse use) {
    if (use.percent() < machine.get(round).percent()) {
      jvms.set(round, jvm);
      machine.set(round, use);
    }
  }

  int count() {
    return jvms.size();
  }

  /** One result, as if one JMH row had run all JVMs. */
  RunResult together() {
    List<BenchmarkResult> all = new ArrayList<>();
    jvms.forEach(jvm -> all.addAll(jvm.getBenchmarkResults()));
    return new RunResult(jvms.get(0).getParams(), all);
  }

  void describeMachine(ObjectNode row) {
    MachineUse.describe(machine, row);
  }
}
