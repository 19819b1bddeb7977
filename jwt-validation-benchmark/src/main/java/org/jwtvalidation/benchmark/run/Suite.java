package org.jwtvalidation.benchmark.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A set of benchmarks that answer one question; each is a package of the same name. Those that the
 * Flight Recorder is part of are in a module of their own, and run by its command.
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

  /** What runs when nobody says what. */
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

  /** The part of a benchmark's name that tells it from the others. */
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
            + " is no suite; choose all, or among "
            + Arrays.stream(values()).map(Suite::label).collect(Collectors.joining(", ")));
  }
}
