// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jwtvalidation.benchmark.run.MachineUse;
import org.jwtvalidation.benchmark.run.ProcessorUse;
import org.jwtvalidation.benchmark.run.Turn;
import org.jwtvalidation.benchmark.suite.Level;

/**
 * All libraries with the keys and tokens of one set. Each has a process of its own, all of them are
 * warmed up, and then they have slots in turns, in an order that rotates: in one slot one process
 * is at work, on one processor.
 *
 * @param regime how many keys have signed the tokens, as the input file names it
 * @param processor where slots run
 */
record Table(
    String regime, String algorithm, List<Entrant> entrants, Effort effort, Processor processor)
    implements Turn {

  /** What is told of a table. */
  interface Listener {

    /**
     * A library has had all of its slots.
     *
     * @param isLevel whether it was level when they began
     */
    void measured(Entrant entrant, List<Slot> slots, boolean isLevel, MachineUse machine);

    /** An answer of another kind, which a new process has given. */
    void answered(Entrant entrant, String answer) throws ProgramException;

    /** A library has failed; what was told of it does not count. */
    void failed(Entrant entrant, ProgramException why);
  }

  /** A process that takes part. */
  private static final class Runner {

    private final ProgramProcess process;
    private final List<Slot> slots = new ArrayList<>();
    private boolean isLevel;

    private Runner(ProgramProcess process) {
      this.process = process;
    }
  }

  @Override
  public double expectedSeconds() {
    return effort.expectedSeconds(entrants.size());
  }

  @Override
  public String toString() {
    return algorithm + " " + regime + ", " + entrants.size() + " entrants";
  }

  /** Measures the table. */
  void measure(Path input, Path log, Listener listener) throws InterruptedException {
    Map<Entrant, Runner> runners = new LinkedHashMap<>();
    try {
      for (Entrant entrant : entrants) {
        try {
          Runner runner = new Runner(ProgramProcess.start(entrant.program().command(), input, log));
          runners.put(entrant, runner);
          prepare(entrant, runner);
        } catch (ProgramException e) {
          drop(entrant, e, runners, listener);
        }
      }
      runRounds(runners, listener);
    } finally {
      runners.values().forEach(runner -> runner.process.close());
    }
    for (Entrant entrant : List.copyOf(runners.keySet())) {
      try {
        askNewProcesses(entrant, input, log, listener);
      } catch (ProgramException e) {
        listener.failed(entrant, e);
      }
    }
  }

  private static void drop(
      Entrant entrant, ProgramException why, Map<Entrant, Runner> runners, Listener listener) {
    Runner runner = runners.remove(entrant);
    if (runner != null) {
      runner.process.close();
    }
    listener.failed(entrant, why);
  }

  /** Checks what it accepts and refuses, and warms it up on all processors. */
  private void prepare(Entrant entrant, Runner runner)
      throws ProgramException, InterruptedException {
    String answer = runner.process.ask("check " + entrant.measurement(), effort.patience());
    if (!answer.startsWith("ok ")) {
      throw ProgramException.failed("\"" + answer + "\" is no answer to check");
    }
    Duration least = entrant.isJava() ? effort.warmUpOfJava() : effort.warmUpOfNative();
    List<Double> periods = new ArrayList<>();
    long begin = System.nanoTime();
    long taken;
    do {
      periods.add(slot(entrant, runner, periods.size()).nanosPerOperation());
      taken = System.nanoTime() - begin;
      runner.isLevel = Level.isShownByTheLastOf(periods);
    } while (taken < least.toNanos()
        || (!runner.isLevel && taken < effort.longestWarmUp().toNanos()));
    processor.confine(runner.process.pid());
    // The first slot on one processor alone, whose caches are cold.
    slot(entrant, runner, 0);
  }

  private Slot slot(Entrant entrant, Runner runner, int seed)
      throws ProgramException, InterruptedException {
    return Slot.parse(
        runner.process.ask(
            "slot " + entrant.measurement() + " " + effort.slotMillis() + " " + seed,
            effort.patience()));
  }

  private void runRounds(Map<Entrant, Runner> runners, Listener listener)
      throws InterruptedException {
    ProcessorUse before = ProcessorUse.now();
    for (int round = 0; round < effort.rounds(); round++) {
      List<Map.Entry<Entrant, Runner>> order = new ArrayList<>(runners.entrySet());
      Collections.rotate(order, -round);
      for (Map.Entry<Entrant, Runner> next : order) {
        try {
          next.getValue().slots.add(slot(next.getKey(), next.getValue(), round));
        } catch (ProgramException e) {
          drop(next.getKey(), e, runners, listener);
        }
      }
    }
    long ours =
        runners.values().stream()
            .flatMap(runner -> runner.slots.stream())
            .mapToLong(Slot::processorNanos)
            .sum();
    MachineUse machine = MachineUse.since(before, Duration.ofNanos(ours));
    runners.forEach(
        (entrant, runner) -> listener.measured(entrant, runner.slots, runner.isLevel, machine));
  }

  /** What only a new process can tell: its first verifications, and what it keeps. */
  private void askNewProcesses(Entrant entrant, Path input, Path log, Listener listener)
      throws ProgramException, InterruptedException {
    if (Regime.isOneKey(regime)) {
      for (int start = 0; start < effort.starts(); start++) {
        ask(entrant, "first", " " + effort.firsts(), input, log, listener);
      }
    } else {
      ask(entrant, "cold", "", input, log, listener);
      ask(entrant, "memory", "", input, log, listener);
    }
  }

  private void ask(
      Entrant entrant, String command, String arguments, Path input, Path log, Listener listener)
      throws ProgramException, InterruptedException {
    try (ProgramProcess process = ProgramProcess.start(entrant.program().command(), input, log)) {
      listener.answered(
          entrant,
          process.ask(command + " " + entrant.measurement() + arguments, effort.patience()));
    }
  }
}
