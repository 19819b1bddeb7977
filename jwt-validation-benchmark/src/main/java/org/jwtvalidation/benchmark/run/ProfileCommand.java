package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.io.PrintStream;
import org.jwtvalidation.benchmark.suite.profiles.PhaseMarker;
import org.jwtvalidation.benchmark.suite.profiles.Recorder;

/**
 * The command behind {@code ./mvnw verify -Pbenchmark-jfr}: the benchmark command with a Flight
 * Recorder in each JVM. {@code doc/p99.adoc} lists its options.
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

  /** Runs the command, which reads the system properties and adds to them; returns its code. */
  static int run(PrintStream console, PrintStream errors) throws IOException {
    if (given("jmh.suite").isEmpty()) {
      System.setProperty("jmh.suite", "profiles,recording");
      if (given("jmh.include").isEmpty()) {
        System.setProperty("jmh.include", USUAL);
      }
    }
    String profilers = Recorder.class.getName() + "," + PhaseMarker.class.getName();
    System.setProperty(
        "jmh.prof", given("jmh.prof").isEmpty() ? profilers : profilers + "," + given("jmh.prof"));
    if (given(Recorder.RESULTS).isEmpty()) {
      System.setProperty(Recorder.RESULTS, "target/profile-results");
    }
    return new BenchmarkCommand(GivenOptions.ofSystem(), Suite.RECORDED, console, errors).execute();
  }

  private static String given(String option) {
    return System.getProperty(option, "").trim();
  }
}
