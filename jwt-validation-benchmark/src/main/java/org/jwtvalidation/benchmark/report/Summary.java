// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A summary of a run on one page of text. */
final class Summary {

  private static final int WIDTH = 100;
  private static final int NAME = 46;
  private static final int MAX_ROWS = 24;
  private static final int MOST_SHARES = 8;

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** The order of readers, for whom 5 comes before 10. */
  private static final Comparator<String> NATURAL =
      Comparator.comparing(name ->
          NUMBER
              .matcher(name)
              .replaceAll(
                  number -> String.format(Locale.ROOT, "%9d", Integer.valueOf(number.group()))));

  private final Results results;
  private final StringBuilder text = new StringBuilder();

  private Summary(Results results) {
    this.results = results;
  }

  static String of(Results results, Path report) {
    Summary summary = new Summary(results);
    summary.wrap("", origin(results.environment()), " · ");
    if (results.quick()) {
      summary.line("QUICK RUN: it shows that the benchmarks work. Its numbers mean nothing.");
    }
    summary.findings(Findings.of(results));
    if (results.suites().stream()
        .anyMatch(suite -> !Ratios.of(suite, results.of(suite)).isEmpty())) {
      summary.sentence("Ratios compare the times of an operation: below 1 is faster.");
    }
    results.suites().forEach(summary::suite);
    summary.line("");
    summary.line("Report: " + report.toAbsolutePath());
    return summary.text.toString();
  }

  private void findings(Findings findings) {
    findings.broken().forEach(broken -> sentence("DOES NOT ADD UP: " + broken));
    findings.first().forEach(this::sentence);
    findings.limits().forEach(this::sentence);
  }

  private void sentence(String sentence) {
    line("");
    heading(sentence);
  }

  private void heading(String text) {
    wrap("", List.of(text.split(" ")), " ");
  }

  /** The date, the commit, the JDK, the processor and the operating system. */
  static List<String> origin(JsonNode environment) {
    String commit = environment.path("commit").asText("");
    return List.of(
        environment.path("date").asText("no date"),
        commit.substring(0, Math.min(10, commit.length()))
            + (environment.path("dirty").asBoolean() ? " with changes" : ""),
        "JDK " + environment.path("jdk").asText("?"),
        environment.path("cores").asText("?") + " × " + environment.path("cpu").asText("?"),
        environment.path("os").asText("?"));
  }

  private void suite(String suite) {
    List<Row> rows = results.of(suite);
    line("");
    // Too many rows for a table: the ratios show their order.
    if (suite.equals("peers") || suite.equals(NativeCode.SUITE)) {
      line(suite);
    } else if (!rows.isEmpty()) {
      table(suite, rows);
    }
    rows.stream()
        .filter(row -> !row.steps().isEmpty())
        .forEach(row -> steps(row.label(Results.varying(rows), WIDTH - 9), row.steps()));
    Ratios.of(suite, rows).forEach((heading, ratios) -> wrap("  " + heading + ": ", ratios, ", "));
    if (suite.equals(Profile.SUITE)) {
      profiles(results.profiles());
    }
  }

  private void profiles(List<Profile> profiles) {
    if (profiles.isEmpty()) {
      return;
    }
    Set<String> varying = Results.varying(profiles);
    profiles.stream()
        .filter(profile -> profile.hasTrueDurations() && !profile.steps().isEmpty())
        .findFirst()
        .ifPresent(profile -> {
          steps(profile.inWords(varying), profile.steps());
          line(
              String.format(
                  Locale.ROOT,
                  "  %.0f %% cached, at most %d validations at once",
                  100 * profile.cached(),
                  profile.concurrency()));
          line("");
        });
    profiles.stream()
        .filter(profile -> !profile.hasTrueDurations() && !profile.hottest().isEmpty())
        .findFirst()
        .ifPresent(profile -> {
          heading("at work in " + profile.inWords(varying));
          wrap("  threads, by share of all processors: ", shares(profile.threads()), ", ");
          wrap("  methods, by share of samples: ", shares(profile.hottest()), ", ");
          line("");
        });
    line("recorded");
    for (Profile profile : profiles.subList(0, Math.min(profiles.size(), MAX_ROWS))) {
      heading("  " + profile.inWords(varying));
      if (profile.hasTrueDurations()) {
        line("    a validation takes   " + percentiles(profile.percentiles()));
      } else {
        profile.bands().forEach(band -> wrap("    " + band.name() + ": ", causes(band), ", "));
      }
    }
    more(profiles.size());
  }

  /** What each step takes under load. */
  private void steps(String load, List<StepLatency> steps) {
    heading("steps of " + load);
    line(stepLine("step", "count", "P50", "P95", "P99", "P99.9", "max", "P99/P50", "CV"));
    for (StepLatency step : steps) {
      line(
          stepLine(
              Named.inWords(step.name()),
              String.format(Locale.ROOT, "%,d", step.count()),
              time(step.p50()),
              time(step.p95()),
              time(step.p99()),
              time(step.p999()),
              time(step.max()),
              String.format(Locale.ROOT, "%.1f", step.spread()),
              String.format(Locale.ROOT, "%.1f", step.variation())));
    }
  }

  private static List<String> shares(Map<String, Double> shares) {
    return shares.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MOST_SHARES)
        .filter(share -> share.getValue() >= 0.005)
        .map(share ->
            String.format(Locale.ROOT, "%.0f %% %s", 100 * share.getValue(), share.getKey()))
        .toList();
  }

  private static String stepLine(String name, Object... cells) {
    return String.format(
        Locale.ROOT, "  %-23s %10s %9s %9s %9s %9s %9s %7s %5s", join(name, cells));
  }

  private static Object[] join(String name, Object... cells) {
    return Stream.concat(Stream.of(name), Stream.of(cells)).toArray();
  }

  private static String time(double nanos) {
    return Quantity.text(nanos, Row.TIME);
  }

  private static List<String> causes(Profile.Band band) {
    Map<String, Double> shares = new LinkedHashMap<>();
    band.causes().forEach((cause, share) -> shares.put(Profile.words(cause), share));
    return shares(shares);
  }

  private static String spread(Row row, Quantity quantity) {
    return row.hasSpread() ? quantity.number(row.low()) + "–" + quantity.number(row.high()) : "-";
  }

  private static String best(Row row, Quantity quantity) {
    double best = row.rounds().best();
    return Double.isNaN(best) ? "-" : quantity.number(best);
  }

  private void more(int rows) {
    if (rows > MAX_ROWS) {
      line("  … " + (rows - MAX_ROWS) + " more in the report");
    }
  }

  private void table(String suite, List<Row> rows) {
    line(format(suite, "mode", "median", "quartiles", "best", "", "B/op"));
    for (Row row : rows.subList(0, Math.min(rows.size(), MAX_ROWS))) {
      Quantity quantity = Quantity.of(row.score(), row.unit());
      String bytes = new Quantity("B", 1).number(row.bytes());
      line(
          format(
              "  " + name(row, rows),
              row.mode(),
              quantity.number(row.score()),
              spread(row, quantity),
              best(row, quantity),
              quantity.unit(),
              bytes));
      if (!row.percentiles().isEmpty()) {
        line(
            (Double.isFinite(row.meanWait()) ? "    a caller waits   " : "    ")
                + percentiles(row.percentiles()));
      }
      if (row.isCounted()) {
        counters(row.counters());
      }
      wrap("    ", Notes.of(row), "   ");
    }
    more(rows.size());
  }

  /**
   * What tells the row apart from the others of its suite or, if that is too long, from those of
   * its benchmark; on a line of its own if even that is too long.
   */
  private String name(Row row, List<Row> suite) {
    List<Row> benchmark = suite.stream().filter(other -> other.type().equals(row.type())).toList();
    Set<String> varying = Results.varying(benchmark);
    Optional<String> name =
        Stream.of(Results.varying(suite), varying)
            .map(row::named)
            .filter(each -> each.length() <= NAME - 2)
            .findFirst();
    if (name.isEmpty()) {
      line("  " + row.named(varying));
    }
    return name.orElse("");
  }

  /** What an operation that runs once has counted, too. */
  private void counters(Map<String, Double> counters) {
    Quantity plain = new Quantity("", 1);
    List<String> words =
        counters.entrySet().stream()
            .filter(each -> Double.isFinite(each.getValue()))
            .sorted(Map.Entry.comparingByKey(NATURAL))
            .map(each -> each.getKey() + " " + plain.number(each.getValue()))
            .toList();
    wrap("    ", words, "   ");
  }

  private static String format(
      String name,
      String mode,
      String score,
      String error,
      String best,
      String unit,
      String bytes) {
    return String.format(
            Locale.ROOT,
            "%-" + NAME + "s %-5s %9s %13s %7s %-5s %8s",
            name,
            mode,
            score,
            error,
            best,
            unit,
            bytes)
        .stripTrailing();
  }

  private static String percentiles(Map<Double, Double> percentiles) {
    return percentiles.entrySet().stream()
        .filter(each -> Set.of(50.0, 99.0, 99.9, 100.0).contains(each.getKey()))
        .map(each -> "P" + each.getKey() + " " + time(each.getValue()))
        .collect(Collectors.joining("   "))
        .replace(".0 ", " ")
        .replace("P100", "max");
  }

  private void wrap(String heading, List<String> words, String between) {
    StringBuilder line = new StringBuilder(heading);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i) + (i + 1 < words.size() ? between : "");
      if (line.length() + word.length() > WIDTH && !line.isEmpty()) {
        line(line.toString());
        line.replace(0, line.length(), "    ");
      }
      line.append(word);
    }
    if (!words.isEmpty()) {
      line(line.toString());
    }
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }
}
