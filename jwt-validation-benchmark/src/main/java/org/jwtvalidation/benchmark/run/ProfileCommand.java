// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import org.jwtvalidation.benchmark.suite.profiles.PhaseMarker;
import org.jwtvalidation.benchmark.suite.profiles.Recorder;

/**
 * The command behind {@code ./mvnw verify -Pbenchmark-jfr}: the benchmark command with a Flight
 * Recorder in each JVM. {@code doc/inside/p99.adoc} lists its options.
 */
public final class ProfileCommand {

  /** What the slowest wait for, and whether recordings tell it. */
  private static final String USUAL = "LatencyProfile|RecordedLoad";

  private ProfileCommand() {}

  /**
   * Runs the command and exits with the code of {@link BenchmarkCommand}.
   *
   * @param args none
   * @throws IOException if the results cannot be written
   */
  public static void main(String[] args) throws IOException {
    System.exit(run(System.out, System.err));
  }

  /** Runs the command, which tells the recorder by a system property where; returns its code. */
  static int run(PrintStream console, PrintStream errors) throws IOException {
    Map<String, String> options = new HashMap<>(GivenOptions.ofSystem().all());
    if (!options.containsKey("jmh.suite")) {
      options.put("jmh.suite", "profiles,recording");
      options.putIfAbsent("jmh.include", USUAL);
    }
    options.merge(
        "jmh.prof",
        Recorder.class.getName() + "," + PhaseMarker.class.getName(),
        (given, own) -> own + "," + given);
    options.putIfAbsent(Recorder.RESULTS, "target/profile-results");
    System.setProperty(Recorder.RESULTS, options.get(Recorder.RESULTS));
    return new BenchmarkCommand(new GivenOptions(options), Suite.RECORDED, console, errors)
        .execute();
  }
}
