// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.report.Row.Role;

/**
 * What the rows of each suite answer, in sentences. Rows beside which other programs were at work
 * answer nothing.
 */
final class Answers {

  private static final String MANY = "100";
  private static final String TOKENS = "600";

  /** A step that takes less of the whole is not worth a sentence. */
  private static final double MOST = 0.5;

  /** A step computes: what takes so many times the median did not run for most of it. */
  private static final double INTERRUPTED = 10;

  private final Results results;
  private final List<String> sentences = new ArrayList<>();

  private Answers(Results results) {
    this.results = results;
  }

  /** The sentences by suite, in the order of the report; a suite may have none. */
  static Map<String, List<String>> of(Results results) {
    Map<String, List<String>> answers = new LinkedHashMap<>();
    for (String suite : results.suites()) {
      Answers ofSuite = new Answers(results);
      ofSuite.answer(suite);
      answers.put(suite, List.copyOf(ofSuite.sentences));
    }
    return answers;
  }

  private void answer(String suite) {
    switch (suite) {
      case "standard" -> {
        throughput();
        wait100();
        stepsUnderLoad();
      }
      case "errors" -> errors();
      case "components" -> components();
      case "peers" -> {
        peers("RS256");
        peers("ES256");
      }
      case NativeCode.SUITE -> sentences.addAll(NativeCode.answers(quiet(suite)));
      case Profile.SUITE -> slowest();
      case "recording" -> recording();
      case "http" -> {
        sentences.addAll(HttpAnswers.of(quiet(suite)));
        if (sentences.isEmpty()) {
          extremes(quiet(suite).stream().filter(HttpAnswers::isSound).toList());
        }
      }
      default -> extremes(quiet(suite));
    }
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
    say(
        sentence + all.map(row -> "; with one for all tokens, " + rate(row)).orElse("") + ".",
        Stream.of(none, tenth, all).flatMap(Optional::stream).toArray(Row[]::new));
  }

  private void wait100() {
    load("Validation", "cacheSize", "0")
        .filter(row -> Double.isFinite(row.meanWait()))
        .ifPresent(row -> {
          double longest = row.percentiles().getOrDefault(100.0, Double.NaN);
          say(
              String.format(
                  Locale.ROOT,
                  "Without a cache, each of these threads waits %s for a token on average%s: %.2f %%"
                      + " of the validations take more than 1 ms%s, half of them at most %s.",
                  time(row.meanWait()),
                  areProcessorsFew() ? ", most of that for a processor" : "",
                  row.counter("heldUpPercent"),
                  Double.isFinite(longest) ? ", the longest " + time(longest) : "",
                  time(row.percentiles().getOrDefault(50.0, Double.NaN))),
              row);
        });
  }

  private boolean areProcessorsFew() {
    return 2 * results.environment().path("cores").asInt() < Integer.parseInt(MANY);
  }

  private void errors() {
    Optional<Row> good = load("ErrorLoad", "errorPercent", "0");
    Optional<Row> bad = load("ErrorLoad", "errorPercent", "100");
    if (good.isPresent() && bad.isPresent()) {
      say(
          "If all tokens are bad, the server answers "
              + rate(bad.get())
              + " a second, where it answers "
              + rate(good.get())
              + " if all are good ("
              + times(good.get(), bad.get())
              + ").",
          good.get(),
          bad.get());
    }
  }

  private void components() {
    Steps.of(quiet("components")).ifPresent(steps -> component(steps.greatest(), steps.whole()));
  }

  private void component(Row step, Row whole) {
    double share = step.leastCost() / whole.leastCost();
    if (share >= MOST) {
      say(
          String.format(
              Locale.ROOT,
              "An uncached validation takes %s on one thread, %.0f %% of that for its %s.",
              time(whole.score()),
              100 * Math.min(1, share),
              step.method().equals("signatureValidation")
                  ? "signature"
                  : Named.words(step.method()).toLowerCase(Locale.ROOT)),
          step,
          whole);
    }
  }

  private void peers(String algorithm) {
    List<Row> rows = SpeedFigure.peers(results, algorithm);
    Optional<Row> ours = SpeedFigure.fastest(rows, Role.OURS);
    Optional<Row> other = SpeedFigure.fastest(rows, Role.OTHER);
    if (ours.isPresent() && other.isPresent()) {
      sentences.add(
          "With "
              + algorithm
              + ", one thread validates a token in "
              + time(ours.get().score())
              + ", where the fastest other library "
              + (SpeedFigure.areComplete(rows, algorithm) ? "" : "of this run ")
              + "with the JDK's providers, "
              + Names.library(other.get())
              + ", takes "
              + time(other.get().score())
              + ": "
              + Ratios.ratio(ours.get(), other.get())
              + " of its time.");
    }
  }

  private void stepsUnderLoad() {
    quiet("standard").stream()
        .filter(row -> !row.steps().isEmpty())
        .findFirst()
        .ifPresent(row ->
            row.steps().stream()
                .filter(step -> !step.isWhole())
                .max(Comparator.comparing(step -> step.count() * step.p50()))
                .ifPresent(step -> say(underLoad(step), row)));
  }

  private static String underLoad(StepLatency step) {
    return String.format(
        Locale.ROOT,
        "Under this load, the step %s takes %s at P50, %s at P99 and %s at P99.9%s.",
        Named.inWords(step.name()),
        time(step.p50()),
        time(step.p99()),
        time(step.p999()),
        step.p999() > INTERRUPTED * step.p50() ? ", most of that not running" : "");
  }

  /** What the slowest validations of the usual load wait for. */
  private void slowest() {
    List<Profile> usual =
        results.profiles().stream()
            .filter(profile -> profile.facts().getOrDefault("load", "STANDARD").equals("STANDARD"))
            .filter(profile -> !"VIRTUAL".equals(profile.facts().get("executor")))
            .toList();
    Optional<Profile> durations = usual.stream().filter(Profile::hasTrueDurations).findFirst();
    Optional<Profile> causes =
        usual.stream()
            .filter(profile -> !profile.hasTrueDurations() && !profile.bands().isEmpty())
            .findFirst()
            .or(() -> durations);
    durations.filter(this::isQuiet).ifPresent(this::percentiles);
    causes.filter(this::isQuiet).ifPresent(this::causes);
  }

  private void percentiles(Profile profile) {
    Map<Double, Double> percentiles = profile.percentiles();
    sentences.add(
        "Under the usual load, a validation takes "
            + time(percentiles.getOrDefault(50.0, Double.NaN))
            + " at P50, "
            + time(percentiles.getOrDefault(99.0, Double.NaN))
            + " at P99 and "
            + time(percentiles.getOrDefault(99.9, Double.NaN))
            + " at P99.9.");
  }

  private void causes(Profile profile) {
    profile
        .bands()
        .forEach(band ->
            band.causes().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .ifPresent(cause ->
                    sentences.add(
                        String.format(
                            Locale.ROOT,
                            "Validations in the band %s spend %.0f %% of their time %s.",
                            band.name(),
                            100 * cause.getValue(),
                            Profile.words(cause.getKey())))));
  }

  private boolean isQuiet(Profile profile) {
    return results.of(Profile.SUITE).stream().filter(profile::isOf).noneMatch(Disturbance::isGreat);
  }

  /** What a recording costs the load that it explains. */
  private void recording() {
    Optional<Row> without = load("RecordedLoad", "recorded", "NONE");
    Optional<Row> with = load("RecordedLoad", "recorded", "VALIDATIONS");
    if (without.isPresent() && with.isPresent()) {
      say(
          "The load that is recorded validates "
              + rate(with.get())
              + " tokens a second, and without a recorder "
              + rate(without.get())
              + " ("
              + times(with.get(), without.get())
              + ")"
              + load("RecordedLoad", "recorded", "CPU_TIME")
                  .map(row -> "; with the processor's clock of each thread, " + rate(row))
                  .orElse("")
              + ".",
          without.get(),
          with.get());
    }
  }

  /** The fastest and the slowest row of each benchmark. */
  private void extremes(List<Row> measured) {
    Map<String, List<Row>> types = new LinkedHashMap<>();
    measured.stream()
        .filter(row -> Double.isFinite(row.score()) && row.score() > 0)
        .forEach(row ->
            types.computeIfAbsent(row.type() + " " + row.mode(), t -> new ArrayList<>()).add(row));
    types
        .values()
        .forEach(rows -> {
          var varying = Results.varying(rows);
          Row fastest = rows.stream().min(Comparator.comparing(Row::cost)).orElseThrow();
          Row slowest = rows.stream().max(Comparator.comparing(Row::cost)).orElseThrow();
          if (!fastest.equals(slowest)) {
            say(
                Names.type(fastest)
                    + (fastest.mode().equals("sample") ? ", latency: from " : ": from ")
                    + Quantity.text(fastest.score(), fastest.unit())
                    + " ("
                    + fastest.described(varying)
                    + ") to "
                    + Quantity.text(slowest.score(), slowest.unit())
                    + " ("
                    + slowest.described(varying)
                    + ").",
                fastest,
                slowest);
          }
        });
  }

  /** Says something of rows, and whether it is to be relied on. */
  private void say(String sentence, Row... of) {
    boolean isDoubtful = Stream.of(of).anyMatch(Mark::isOnAny);
    sentences.add(isDoubtful ? sentence + " (Doubtful: see the marks below.)" : sentence);
  }

  private Optional<Row> load(String type, String fact, String value) {
    return load(results, type, fact, value);
  }

  private List<Row> quiet(String suite) {
    return Disturbance.without(results.of(suite)).stream().filter(row -> !row.isAgain()).toList();
  }

  /** The undisturbed row of a load by a hundred threads, with 600 tokens, in which a fact is so. */
  static Optional<Row> load(Results results, String type, String fact, String value) {
    return results.rows().stream()
        .filter(row -> row.type().equals(type) && row.method().equals("validate"))
        .filter(row -> row.is(fact, value) && row.is("threads", MANY) && !row.isAgain())
        .filter(row -> row.facts().getOrDefault("tokens", TOKENS).equals(TOKENS))
        .filter(row -> row.unit().equals(Row.RATE))
        .findFirst()
        .filter(row -> !Disturbance.isGreat(row));
  }

  /** How many times as much one does as the other, if the run shows a difference. */
  private static String times(Row base, Row row) {
    Rounds.Quartiles cost = row.costOver(base);
    if (cost != null && cost.low() <= 1 && cost.high() >= 1) {
      return "no difference shown";
    }
    double times = cost == null ? base.cost() / row.cost() : 1 / cost.median();
    return String.format(
        Locale.ROOT, times < 10 ? "%.2f times as many" : "%.0f times as many", times);
  }

  private static String rate(Row row) {
    double digits = Math.pow(10, Math.max(0, Math.floor(Math.log10(row.score())) - 2));
    return String.format(Locale.ROOT, "%,.0f", Math.rint(row.score() / digits) * digits);
  }

  private static String time(double nanos) {
    return Quantity.text(nanos, Row.TIME);
  }
}
