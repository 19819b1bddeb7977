package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jwtvalidation.benchmark.report.Row.Role;

/** What a run shows, in sentences that its rows make, and what it cannot say. */
final class Findings {

  private static final String MANY = "100";

  /** A step that takes less of the whole is not worth a sentence. */
  private static final double MOST = 0.5;

  private final Results results;
  private final List<String> sentences = new ArrayList<>();

  private Findings(Results results) {
    this.results = results;
  }

  static List<String> of(Results results) {
    Findings findings = new Findings(results);
    Invariants.brokenBy(results)
        .forEach(broken -> findings.sentences.add("DOES NOT ADD UP: " + broken));
    findings.throughput();
    findings.wait100();
    findings.errors();
    findings.components();
    findings.peers("RS256");
    findings.peers("ES256");
    findings.limits();
    return List.copyOf(findings.sentences);
  }

  private void throughput() {
    Optional<Row> none = load("Validation", "cacheSize", "0");
    Optional<Row> tenth = load("Validation", "cacheSize", "60");
    Optional<Row> all = load("Validation", "cacheSize", "600");
    if (none.isEmpty() || tenth.isEmpty()) {
      return;
    }
    String sentence =
        MANY
            + " threads on "
            + results.environment().path("cores").asText("?")
            + " processors validate "
            + rate(none.get())
            + " tokens a second without a cache, and "
            + rate(tenth.get())
            + " with one for a tenth of the tokens ("
            + times(none.get(), tenth.get())
            + ")";
    sentences.add(
        sentence + all.map(row -> "; with one for all tokens, " + rate(row)).orElse("") + ".");
  }

  private void wait100() {
    load("Validation", "cacheSize", "0")
        .filter(row -> Double.isFinite(row.counter("wait")))
        .ifPresent(row -> {
          double longest = row.percentiles().getOrDefault(100.0, Double.NaN);
          sentences.add(
              String.format(
                  Locale.ROOT,
                  "Without a cache, each of these threads waits %s for a token on average, most of"
                      + " that for a processor: %.2f %% of the validations take more than 1 ms%s,"
                      + " half of them at most %s.",
                  time(row.counter("wait")),
                  row.counter("heldUpPercent"),
                  Double.isFinite(longest) ? ", the longest " + time(longest) : "",
                  time(row.percentiles().getOrDefault(50.0, Double.NaN))));
        });
  }

  private void errors() {
    Optional<Row> good = load("ErrorLoad", "errorPercent", "0");
    Optional<Row> bad = load("ErrorLoad", "errorPercent", "100");
    if (good.isPresent() && bad.isPresent()) {
      sentences.add(
          "If all tokens are bad, the server answers "
              + rate(bad.get())
              + " a second, where it answers "
              + rate(good.get())
              + " if all are good ("
              + times(good.get(), bad.get())
              + ").");
    }
  }

  private void components() {
    Steps.of(results.of("components"))
        .ifPresent(steps -> steps.greatest().ifPresent(step -> component(step, steps.whole())));
  }

  private void component(Row step, Row whole) {
    double share = step.score() / whole.score();
    if (share >= MOST) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "An uncached validation takes %s on one thread, %.0f %% of that for its %s.",
              time(whole.score()),
              100 * Math.min(1, share),
              step.method().equals("signatureValidation") ? "signature" : step.method()));
    }
  }

  private void peers(String algorithm) {
    Optional<Row> ours = peer(algorithm, row -> row.role() == Role.OURS);
    Optional<Row> other = peer(algorithm, row -> row.role() == Role.OTHER);
    if (ours.isPresent() && other.isPresent()) {
      sentences.add(
          "With "
              + algorithm
              + ", one thread validates a token in "
              + time(ours.get().score())
              + ", where the fastest other library, "
              + SpeedFigure.library(other.get())
              + ", takes "
              + time(other.get().score())
              + ": "
              + Ratios.ratio(ours.get(), other.get())
              + " of its time.");
    }
  }

  private Optional<Row> peer(String algorithm, Predicate<Row> role) {
    return SpeedFigure.fastest(
        results.of("peers"),
        row -> row.method().equals("verify") && row.is("algorithm", algorithm) && role.test(row));
  }

  private void limits() {
    marked("Measured beside other programs", Notes::isDisturbed);
    marked("Not level in every JVM", row -> row.unlevel() > 0);
    marked("Verified without tables in some JVM", row -> row.counter("declined") > 0);
  }

  private void marked(String what, Predicate<Row> mark) {
    long rows = results.rows().stream().filter(mark).count();
    if (rows > 0) {
      sentences.add(
          what
              + ": "
              + rows
              + " of "
              + results.rows().size()
              + " rows, which are marked. Do not rely on their figures, or on ratios to them.");
    }
  }

  private Optional<Row> load(String type, String fact, String value) {
    return load(results, type, fact, value);
  }

  /** The row of a load by a hundred threads in which one fact is so. */
  static Optional<Row> load(Results results, String type, String fact, String value) {
    return results.rows().stream()
        .filter(row -> row.type().equals(type) && row.method().equals("validate"))
        .filter(row -> row.is(fact, value) && row.is("threads", MANY) && !row.isAgain())
        .filter(row -> row.unit().equals(Row.RATE))
        .findFirst();
  }

  /** How many times as much one does as the other, if the run shows a difference. */
  private static String times(Row base, Row row) {
    Rounds.Quartiles cost = row.costOver(base);
    if (cost != null && cost.low() <= 1 && cost.high() >= 1) {
      return "no difference shown";
    }
    double times = base.cost() / row.cost();
    return String.format(
        Locale.ROOT, times < 10 ? "%.2f times as many" : "%.0f times as many", times);
  }

  private static String rate(Row row) {
    double digits = Math.pow(10, Math.max(0, Math.floor(Math.log10(row.score())) - 2));
    return String.format(Locale.ROOT, "%,.0f", Math.rint(row.score() / digits) * digits);
  }

  private static String time(double nanos) {
    return Quantity.of(nanos, Row.TIME).text(nanos);
  }
}
