// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The rows that answer one question. */
enum HttpSuite {
  /** What does each layer of a request with a token cost? */
  LAYERS,
  /** How do services of several frameworks do with this library, and with what they have today? */
  FRAMEWORKS,
  /** Where does the time of a request go in each service? */
  ACCOUNTS,
  /** What does each algorithm cost? */
  ALGORITHMS,
  /** How long do clients wait at other rates, with other numbers of connections, and in bursts? */
  RATES,
  /** What do other threads change that serve requests? */
  THREADS,
  /** What does TLS add? */
  TLS,
  /**
   * How long does a service take until it has answered a request with a token, and how long do
   * clients wait in its first seconds?
   */
  STARTUP;

  private static final List<HttpSuite> USUAL = List.of(LAYERS, FRAMEWORKS);

  static List<HttpSuite> named(List<String> names) {
    if (names.isEmpty()) {
      return USUAL;
    }
    return names.equals(List.of("all"))
        ? List.of(values())
        : names.stream().map(HttpSuite::named).distinct().toList();
  }

  private static HttpSuite named(String name) {
    for (HttpSuite suite : values()) {
      if (suite.toString().equals(name)) {
        return suite;
      }
    }
    String all = Arrays.stream(values()).map(HttpSuite::toString).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "load.suite: " + name + " is not understood; choose of " + all + ", or all");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
