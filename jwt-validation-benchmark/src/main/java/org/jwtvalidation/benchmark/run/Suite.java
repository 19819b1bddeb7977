// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A set of benchmarks for one subject, in a package of the same name. */
enum Suite {
  STANDARD,
  ERRORS,
  COMPONENTS,
  REQUESTS,
  ALGORITHMS,
  PROVIDERS,
  PEERS,
  BASE64,
  SCALING,
  LOAD,
  STARTUP,
  PROFILES,
  RECORDING;

  /** The suites of {@link BenchmarkCommand}. */
  static final Set<Suite> MEASURED = EnumSet.range(STANDARD, STARTUP);

  /** The suites of {@link ProfileCommand}. */
  static final Set<Suite> RECORDED = EnumSet.of(PROFILES, RECORDING);

  /** The suites that run by default. */
  static final String USUAL = "standard,errors,components";

  /** What runs of them by default, because a quarter of an hour is enough. */
  static final String USUAL_BENCHMARKS = "(?<!ErrorKind)Benchmark";

  private static final String PARENT = "org.jwtvalidation.benchmark.suite.";

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean contains(String benchmark) {
    return benchmark.startsWith(PARENT + label() + ".");
  }

  /** The name of a benchmark without its common prefix. */
  static String shortName(String benchmark) {
    return benchmark.startsWith(PARENT) ? benchmark.substring(PARENT.length()) : benchmark;
  }

  /** Reads a list of suites among those that a command has. */
  static List<Suite> named(String names, Set<Suite> choice) {
    if (names.equals("all")) {
      return List.copyOf(choice);
    }
    return Arrays.stream(names.split(",", -1))
        .map(String::trim)
        .map(label -> ofLabel(label, choice))
        .toList();
  }

  private static Suite ofLabel(String label, Set<Suite> choice) {
    for (Suite suite : choice) {
      if (suite.label().equals(label)) {
        return suite;
      }
    }
    throw new IllegalArgumentException(
        "jmh.suite: "
            + label
            + " is not a suite"
            + otherCommand(label)
            + "; choose all, or some of "
            + choice.stream().map(Suite::label).collect(Collectors.joining(", ")));
  }

  private static String otherCommand(String label) {
    if (label.equals("native")) {
      return " beside others: it runs alone";
    }
    return Arrays.stream(values())
        .filter(suite -> suite.label().equals(label))
        .map(suite ->
            " of this command but of -P"
                + (RECORDED.contains(suite) ? "benchmark-jfr" : "benchmark"))
        .findFirst()
        .orElse("");
  }
}
