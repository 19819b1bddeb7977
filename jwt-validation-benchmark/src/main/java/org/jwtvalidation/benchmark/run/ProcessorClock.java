// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.nio.file.Path;
import java.util.Locale;

/**
 * How fast the processors may run, by the files of Linux. What is hidden is {@value
 * SystemFile#UNREADABLE}.
 *
 * @param boost whether they may exceed their nominal frequency: on or off
 * @param governor the policy that chooses the frequency
 * @param frequency that of the first processor by now, in MHz
 */
record ProcessorClock(String boost, String governor, String frequency) {

  static ProcessorClock in(Path proc, Path processors) {
    Path scaling = processors.resolve("cpu0/cpufreq");
    String kilohertz = SystemFile.text(scaling.resolve("scaling_cur_freq"));
    return new ProcessorClock(
        boost(processors),
        SystemFile.fact(scaling.resolve("scaling_governor")),
        kilohertz.matches("\\d+")
            ? megahertz(Double.parseDouble(kilohertz) / 1000)
            : nominal(SystemFile.value(proc.resolve("cpuinfo"), "cpu MHz")));
  }

  private static String boost(Path processors) {
    String noTurbo = SystemFile.text(processors.resolve("intel_pstate/no_turbo"));
    String boost = SystemFile.text(processors.resolve("cpufreq/boost"));
    if (noTurbo.equals("0") || (noTurbo.isEmpty() && boost.equals("1"))) {
      return "on";
    }
    return noTurbo.equals("1") || boost.equals("0") ? "off" : SystemFile.UNREADABLE;
  }

  private static String nominal(String megahertz) {
    return megahertz.matches("\\d+(\\.\\d+)?")
        ? megahertz(Double.parseDouble(megahertz))
        : SystemFile.UNREADABLE;
  }

  private static String megahertz(double number) {
    return String.format(Locale.ROOT, "%.0f MHz", number);
  }
}
