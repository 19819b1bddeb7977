// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.run.GivenOptions;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The options of a run.
 *
 * @param include rows whose text contains it are measured
 * @param rates requests a second
 * @param cpus how many processors a service may use, in decimals; empty for all that it is given
 * @param warmup seconds before each row, and of each period of a warm-up until a service is level
 * @param measurement seconds of each row, two turns of a closed loop
 * @param recorded whether the Flight Recorder records the services
 * @param quick whether rows run only long enough to show that they work
 */
record HttpOptions(
    List<HttpSuite> suites,
    Pattern include,
    List<Integer> connections,
    List<Integer> rates,
    List<Double> cpus,
    double warmup,
    double measurement,
    boolean recorded,
    boolean quick) {

  /** What every service keeps on one processor, whatever validates its tokens. */
  static final int USUAL_RATE = 1_000;

  private static final int ROUNDS = 5;
  private static final double LEAST_CPUS = 0.1;
  private static final double FIRST_SECONDS = 10;
  private static final int NEW_SERVICES = 3;

  /** Reads the options; a wrong one causes an {@link IllegalArgumentException}. */
  static HttpOptions of(GivenOptions given) {
    boolean quick = given.flag("load.quick");
    return new HttpOptions(
        HttpSuite.named(given.texts("load.suite")),
        GivenOptions.parsed(
            "load.include",
            given.text("load.include", ""),
            "choose a regular expression",
            Pattern::compile),
        orElse(given.numbers("load.connections", 1, 10_000), List.of(50)),
        orElse(given.numbers("load.rates", 1, 1_000_000), List.of(USUAL_RATE)),
        given.texts("load.cpus").stream().map(HttpOptions::cpus).toList(),
        seconds(given.duration("warmup.duration"), quick ? 0.5 : 1),
        seconds(given.duration("measurement.duration"), quick ? 1 : 3.5),
        given.flag("load.recorded"),
        quick);
  }

  /** How long a new service gets requests whose latency is measured. */
  double firstSeconds() {
    return quick ? measurement : FIRST_SECONDS;
  }

  /** How many new services are measured for a row of their first seconds. */
  int newServices() {
    return quick ? 1 : NEW_SERVICES;
  }

  /** How many turns each closed loop has. */
  int rounds() {
    return quick || recorded ? 1 : ROUNDS;
  }

  /** How long a turn lasts, in seconds. */
  double turn() {
    return measurement / 2;
  }

  private static double cpus(String given) {
    if (!given.matches("\\d{1,3}(\\.\\d{1,2})?") || Double.parseDouble(given) < LEAST_CPUS) {
      throw new IllegalArgumentException(
          "load.cpus: " + given + " is not understood; choose numbers such as 1,1.5,2");
    }
    int most = Runtime.getRuntime().availableProcessors();
    if (Double.parseDouble(given) > most) {
      throw new IllegalArgumentException(
          "load.cpus: " + given + " is more than this machine has; choose numbers up to " + most);
    }
    return Double.parseDouble(given);
  }

  private static List<Integer> orElse(List<Integer> given, List<Integer> usual) {
    return given.isEmpty() ? usual : given;
  }

  private static double seconds(@Nullable TimeValue given, double usual) {
    return given == null ? usual : given.convertTo(TimeUnit.MILLISECONDS) / 1e3;
  }
}
