package org.jwtvalidation.benchmark.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A set of benchmarks for one subject, in a package of the same name. Suites that use the Flight
 * Recorder are in another module, whose command runs them.
 */
enum Suite {
  STANDARD,
  ERRORS,
  COMPONENTS,
  ALGORITHMS,
  PROVIDERS,
  PEERS,
  BASE64,
  PARSING,
  SCALING,
  LOAD,
  STARTUP,
  PROFILES("org.jwtvalidation.jfr."),
  RECORDING("org.jwtvalidation.jfr.");

  /** The suites that run by default. */
  static final String USUAL = "standard,errors,components";

  private final String parent;

  Suite() {
    this("org.jwtvalidation.benchmark.suite.");
  }

  Suite(String parent) {
    this.parent = parent;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean contains(String benchmark) {
    return benchmark.startsWith(parent + label() + ".");
  }

  /** The name of a benchmark without its common prefix. */
  static String shortName(String benchmark) {
    return Arrays.stream(values())
        .filter(suite -> suite.contains(benchmark))
        .map(suite -> benchmark.substring(suite.parent.length()))
        .findFirst()
        .orElse(benchmark);
  }

  static List<Suite> named(String names) {
    if (names.equals("all")) {
      return List.of(values());
    }
    return Arrays.stream(names.split(",", -1)).map(String::trim).map(Suite::ofLabel).toList();
  }

  private static Suite ofLabel(String label) {
    for (Suite suite : values()) {
      if (suite.label().equals(label)) {
        return suite;
      }
    }
    throw new IllegalArgumentException(
        "jmh.suite: "
            + label
            + " is not a suite; choose all, or some of "
            + Arrays.stream(values()).map(Suite::label).collect(Collectors.joining(", ")));
  }
}
