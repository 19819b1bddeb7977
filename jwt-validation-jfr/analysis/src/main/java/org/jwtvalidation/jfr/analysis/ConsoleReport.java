// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats an analysis as text. */
final class ConsoleReport {

  private static final int HOTTEST = 10;
  private static final int BUSIEST = 5;
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9};

  private final StringBuilder text = new StringBuilder();

  private ConsoleReport() {}

  static String of(Analysis analysis) {
    ConsoleReport report = new ConsoleReport();
    analysis.parts().forEach(report::part);
    return report.text.toString();
  }

  private void part(String name, Analysis.Part part) {
    Measured measured = part.measured();
    line("%s: %,d validations, %s", name, measured.whole().count(), measured.outcomes());
    line(
        "  %.1f %% cached, up to %d at once, P99/P50 %.1f",
        100.0 * measured.cached() / measured.whole().count(),
        measured.concurrency(),
        ratio(measured.whole()));
    Double heldUp = measured.heldUp();
    if (heldUp != null) {
      line("  %.2f %% took over 100 µs more than their CPU time", 100 * heldUp);
    }
    line("");
    steps(measured);
    line("");
    part.figures().forEach((figure, value) -> line("  %-34s %,15.2f", figure, value));
    part.machine()
        .pauses()
        .forEach((pause, durations) ->
            line(
                "  %-34s %,d, P99 %s, max %s",
                pause, durations.count(), time(durations.percentile(99)), time(durations.max())));
    line("");
    causes(measured.bands());
    shares("Busiest threads, by share of all processors:", part.machine().threads(BUSIEST));
    shares("Hottest methods, by share of samples:", part.machine().hottest(HOTTEST));
    line("");
  }

  private void shares(String title, Map<String, Double> shares) {
    if (!shares.isEmpty()) {
      line("  %s", title);
      shares.forEach((name, share) -> line("  %5.1f %%  %s", 100 * share, name));
    }
  }

  private static double ratio(Distribution durations) {
    return (double) durations.percentile(99) / Math.max(1, durations.percentile(50));
  }

  private void steps(Measured measured) {
    line(
        "  %-26s %10s %9s %9s %9s %9s %9s %9s %8s %9s %6s %6s",
        "step", "count", "P50", "P90", "P95", "P99", "P99.9", "max", "P99/P50", "mean", "CV",
        "CV/s");
    measured
        .steps()
        .forEach((step, durations) -> {
          List<Object> cells = new ArrayList<>(List.of(step, durations.count()));
          for (double percentile : PERCENTILES) {
            cells.add(time(durations.percentile(percentile)));
          }
          cells.add(time(durations.max()));
          cells.add(ratio(durations));
          cells.add(time(Math.round(durations.mean())));
          cells.add(durations.coefficientOfVariation());
          cells.add(measured.variationOfSeconds(step));
          line("  %-26s %,10d %9s %9s %9s %9s %9s %9s %8.1f %9s %6.2f %6.2f", cells.toArray());
        });
  }

  private void causes(List<Band> bands) {
    for (Band band : bands) {
      line(
          "  %s%s: %,d validations of %s to %s. Causes, by share of their time%s:",
          percentile(band.from()),
          band.to() < 100 ? " to " + percentile(band.to()) : " and beyond",
          band.count(),
          time(band.shortest()),
          time(band.longest()),
          band.count() > band.sample().size()
              ? String.format(Locale.ROOT, " (%,d of them)", band.sample().size())
              : "");
      band.causes().forEach((cause, share) -> line("  %5.1f %%  %s", 100 * share, cause.label()));
      Double load = band.machineLoad();
      if (load != null) {
        line("  Processor load of the machine at that time: %.2f", load);
      }
    }
  }

  private static String percentile(double percent) {
    return "P" + (percent == Math.rint(percent) ? "" + (long) percent : "" + percent);
  }

  private static String time(long nanos) {
    if (nanos < 10_000) {
      return nanos + " ns";
    }
    if (nanos < 10_000_000) {
      return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
    }
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
