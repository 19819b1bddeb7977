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
 * @param warmup seconds before each row
 * @param measurement seconds of each row
 * @param recorded whether the Flight Recorder records the services
 * @param quick whether rows run only long enough to show that they work
 */
record HttpOptions(
    List<HttpSuite> suites,
    Pattern include,
    List<Integer> connections,
    List<Integer> rates,
    double warmup,
    double measurement,
    boolean recorded,
    boolean quick) {

  /** What every service keeps on one processor, whatever validates its tokens. */
  static final int USUAL_RATE = 1_000;

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

  /** How long each round lasts in which a service gets requests so that it is compiled. */
  double compileSeconds() {
    return 2 * warmup;
  }

  private static List<Integer> orElse(List<Integer> given, List<Integer> usual) {
    return given.isEmpty() ? usual : given;
  }

  private static double seconds(@Nullable TimeValue given, double usual) {
    return given == null ? usual : given.convertTo(TimeUnit.MILLISECONDS) / 1e3;
  }
}
