// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Prints a line for each turn: the row, the progress, the remaining time and the outcome. */
public final class Progress {

  /** How much of a run, as if it had taken the expected time, weighs against its first rows. */
  private static final double EXPECTED_SHARE = 0.25;

  private final PrintStream out;
  private final LongSupplier nanoClock;
  private final int turns;
  private final double expectedSeconds;
  private final long begun;
  private int started;
  private double doneSeconds;

  /**
   * Prints what will run, and for how long.
   *
   * @param out where to print
   * @param nanoClock the time in nanoseconds
   * @param plan names what will run
   * @param turns all turns
   */
  public Progress(
      PrintStream out, LongSupplier nanoClock, String plan, List<? extends Turn> turns) {
    this.out = out;
    this.nanoClock = nanoClock;
    this.turns = turns.size();
    this.expectedSeconds = turns.stream().mapToDouble(Turn::expectedSeconds).sum();
    this.begun = nanoClock.getAsLong();
    out.printf("%s, about %s%n", plan, minutes(expectedSeconds));
  }

  /**
   * Prints the beginning of a line.
   *
   * @param row the turn that begins
   */
  public void begin(Turn row) {
    started++;
    out.printf(
        Locale.ROOT,
        "[%d/%d, %.0f %%, %s left] %s ",
        started,
        turns,
        100 * doneSeconds / expectedSeconds,
        minutes(secondsLeft()),
        row);
    out.flush();
  }

  /**
   * Prints the end of the line.
   *
   * @param row the turn that has ended
   * @param outcome its outcome
   */
  public void end(Turn row, String outcome) {
    doneSeconds += row.expectedSeconds();
    out.println(outcome);
  }

  /** Extrapolates from how much longer than expected the rows took, as soon as they are many. */
  private double secondsLeft() {
    double elapsed = (nanoClock.getAsLong() - begun) / 1e9;
    double asExpected = EXPECTED_SHARE * expectedSeconds;
    double slowness = (elapsed + asExpected) / (doneSeconds + asExpected);
    return (expectedSeconds - doneSeconds) * slowness;
  }

  private static String minutes(double seconds) {
    Duration time = Duration.ofSeconds(Math.round(seconds));
    return time.toMinutes() == 0
        ? time.toSeconds() + " s"
        : time.toMinutes() + " min " + time.toSecondsPart() + " s";
  }
}
