// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A unit that suits a set of numbers, and the format of a number in that unit. */
record Quantity(String unit, double factor) {

  private static final Map<String, Map<Double, String>> UNITS =
      Map.of(
          Row.TIME, Map.of(1.0, "ns", 1e3, "µs", 1e6, "ms", 1e9, "s"),
          Row.RATE, Map.of(1.0, "/s", 1e3, "k/s", 1e6, "M/s"),
          NativeCode.MEMORY, Map.of(1.0, "B", 1024.0, "KiB", 1024.0 * 1024, "MiB"));

  /** The unit in which the median of these values has few digits. */
  static Quantity of(List<Double> values, String unit) {
    List<Double> sorted = values.stream().filter(Double::isFinite).sorted().toList();
    double median = sorted.isEmpty() ? 1 : sorted.get(sorted.size() / 2);
    var units = new TreeMap<>(UNITS.getOrDefault(unit, Map.of(1.0, unit)));
    var fit = units.floorEntry(median);
    fit = fit == null ? units.firstEntry() : fit;
    return new Quantity(fit.getValue(), fit.getKey());
  }

  static Quantity of(double value, String unit) {
    return of(List.of(value), unit);
  }

  /** The number without the unit; a dash for NaN and infinity. */
  String number(double value) {
    double shown = Math.abs(value / factor);
    if (!Double.isFinite(shown)) {
      return "-";
    }
    int decimals = shown >= 100 ? 0 : shown >= 10 ? 1 : shown >= 1 || shown == 0 ? 2 : 4;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value / factor);
  }

  String text(double value) {
    return number(value) + " " + unit;
  }

  /** A number of this unit in the one in which it has few digits. */
  static String text(double value, String unit) {
    return of(value, unit).text(value);
  }
}
