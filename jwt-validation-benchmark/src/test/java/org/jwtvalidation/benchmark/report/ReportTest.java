// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.benchmark.report.Fixture.rounds;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.benchmark.suite.load.LoadPatternBenchmark;

@Tag("jdk-independent")
class ReportTest {

  private static final String STANDARD = "standard.ValidationBenchmark.validate";

  @TempDir private Path folder;

  @Test
  void writesASelfContainedPage() throws IOException {
    Report.write(Fixture.full().in(folder));

    String page = Files.readString(folder.resolve("report.html"));
    assertThat(page.contains("Licensed to the Apache Software Foundation")).isTrue();
    // Three script elements, and none that a row or the library closes.
    assertThat(page.split("(?i)</script", -1)).hasSize(4);
    String ours =
        page.lines().filter(line -> line.length() < 500_000).collect(Collectors.joining("\n"));
    assertThat(ours)
        .doesNotContainPattern("<script[^>]* src=|<link[^>]* href=\"(?!data:)|@import")
        .doesNotContain("/*data*/", "/*script*/", "/*style*/", "/*echarts*/")
        .doesNotContain("rawData", "scoreConfidence", Fixture.HOSTILE);
  }

  @Test
  void wrapsTheSummaryAt100Columns() throws IOException {
    String summary = Report.write(Fixture.full().in(folder));

    assertThat(Files.readString(folder.resolve("summary.txt"))).isEqualTo(summary);
    assertThat(summary.lines().filter(line -> !line.startsWith("Report: ")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(summary)
        .endsWith("Report: " + folder.resolve("report.html").toAbsolutePath() + "\n");
    assertThat(summary).doesNotContain("QUICK");
  }

  @Test
  void leavesOutPercentilesThatAreTheDriversOwn() {
    Fixture fixture = new Fixture();
    ObjectNode row =
        fixture.row("load.LoadPatternBenchmark.validate", "thrpt", 1, Map.of(), 17_000, "ops/s");
    fixture.load(row, 100);
    row.withObject("/secondaryMetrics/lag/scorePercentiles").put("50.0", 17_000).put("99.0", 9_000);

    assertThat(Report.write(fixture.in(folder)))
        .contains("a caller waits   P99 ")
        .doesNotContain("P50");
  }

  @Test
  void showsWhatAnOperationHasCounted() {
    String summary = Report.write(Fixture.full().in(folder));

    assertThat(summary)
        .contains("\n    in1s 4,764   in10s 340,120   rateAtLevel 40,980\n")
        .as("percentiles are shown as such, and the other operations run often")
        .doesNotContain("p999 ", "hits ");
  }

  @Test
  void givesTheRatiosOfRows() {
    String summary = Report.write(Fixture.full().in(folder)).replaceAll("\\s+", " ");

    assertThat(summary)
        .contains("Validation.validate [cacheSize 60] thrpt 74.1 71.9–76.3 - k/s 92.9")
        .contains("Validation.validate [cacheSize 600] thrpt 2.50 2.43–2.58 - M/s 92.9")
        .contains("Step.tokenFormatCheck avgt 12.0 11.6–12.4 - ns 997")
        .contains("Step.signatureValidation avgt 26.1 25.3–26.9 - µs 1,048")
        .contains("P50 43.9 µs P99 678 µs P99.9 3.40 ms max 428 ms")
        .contains(
            "mean wait 1.35 ms 100 in flight 0.90 % above 1 ms P99 ON THE KNEE 3 keys with tables NOT LEVEL in 1 of 3 JVMs")
        .contains(
            "Validation.validate, times cacheSize 0 (67.8 k/s): cacheSize 60 0.92 (doubtful), cacheSize 600 0.027 (doubtful)")
        .contains("ErrorLoad.validate, times errorPercent 0 (70.0 k/s): errorPercent 10 0.88,")
        .contains("All steps, times the whole of 28.9 µs: 0.96 (27.8 µs)")
        .contains("Algorithm.validate, times raw: RS256 1.12, ")
        .contains(
            "PeerVerification.verify [RS256], times JWT_VALIDATION (29.2 µs): BARE_JDK 0.87, BARE_BOUNCY_CASTLE 0.93, FUSIONAUTH 1.07, AUTH0 1.14")
        .contains("Decoder.jdk, times ours: length 100 1.80,")
        .contains("Load.validate [BURSTS] thrpt");
  }

  @Test
  void formsRatiosRoundByRoundAndSaysWhatChanceDoes() {
    Fixture fixture = new Fixture();
    Map<String, String> cached = Map.of("cacheSize", "60");
    rounds(fixture.row(STANDARD, "thrpt", 100, cached, 1, "ops/ms"), 50, 25, 40);
    rounds(fixture.row(STANDARD, "thrpt", 100, Map.of("cacheSize", "0"), 1, "ops/ms"), 40, 20, 36);
    Map<String, String> again = Map.of("cacheSize", "60", "again", "again");
    rounds(fixture.row(STANDARD, "thrpt", 100, again, 1, "ops/ms"), 49, 25, 42);

    assertThat(Report.write(fixture.in(folder)))
        .contains("times cacheSize 0 (36.0 k/s): cacheSize 60 0.80 (0.80–0.85)")
        .contains("The same row again, times the first: Validation.validate ~1.00 (0.98–1.01)\n");
  }

  @Test
  void namesARowWithoutTheJvmOptionsOfOthers() {
    Fixture fixture = new Fixture();
    for (Map<String, String> facts :
        List.of(
            Map.of("jvm", "-XX:+UseZGC"), Map.of("jvm", ""), Map.of("jvm", "", "again", "again"))) {
      rounds(fixture.row(STANDARD, "thrpt", 100, facts, 1, "ops/ms"), 40, 41, 42);
    }

    assertThat(Report.write(fixture.in(folder)))
        .contains("\n  Validation.validate [jvm none] ")
        .contains("\n  Validation.validate [-XX:+UseZGC] ")
        .containsPattern("\n  Validation.validate \\[(jvm none, again|again, jvm none)] ");
  }

  @Test
  void marksARowThatSharedItsProcessors() {
    for (double others : new double[] {9, 31}) {
      Fixture fixture = new Fixture();
      fixture
          .row(STANDARD, "avgt", 1, Map.of(), 1, "us/op")
          .withObject("/machine")
          .put("otherProgramsPercent", others);
      assertThat(Report.write(fixture.in(folder)).contains("MACHINE BUSY, 31 % by other programs"))
          .isEqualTo(others > 10);
    }
  }

  @Test
  void measuresAWaitByTheRateThatItShows() {
    Fixture fixture = new Fixture();
    ObjectNode load = fixture.row(STANDARD, "thrpt", 100, Map.of(), 1, "ops/ms");
    fixture.load(rounds(load, 40, 50, 80), 20);

    assertThat(Report.write(fixture.in(folder))).contains("50.0", "mean wait 2.00 ms");
  }

  @Test
  void saysInHowManyJvmsRequestsWereSentLate() {
    Fixture fixture = new Fixture();
    ObjectNode load = fixture.row(STANDARD, "thrpt", 100, Map.of(), 1, "ops/ms");
    fixture.counter(load, LoadPatternBenchmark.LATE, 1 / 3.0);

    assertThat(Report.write(fixture.in(folder)))
        .contains("SENT LATE in 1 of 3 JVMs", "1 whose requests were sent");
  }

  @Test
  void drawsAsDoubtfulWhatIsMarked() throws IOException {
    for (String counter : List.of("level", "declined", "late")) {
      for (double score : new double[] {0, 1}) {
        Fixture fixture = new Fixture();
        fixture.counter(fixture.row(STANDARD, "avgt", 1, Map.of(), 1, "us/op"), counter, score);
        boolean isMarked = Report.write(fixture.in(folder)).contains("Of 1 rows, do not rely on");
        assertThat(isMarked).isEqualTo(counter.equals("level") == (score == 0));
        assertThat(Files.readString(folder.resolve("report.html")).contains("\"doubtful\":true"))
            .isEqualTo(isMarked);
      }
    }
  }

  @Test
  void beginsWithTheLoadOfAMachineThatOtherProgramsHad() throws IOException {
    Fixture fixture = Fixture.small().load(Disturbance.BEFORE, 63);
    String before = "MACHINE BUSY: other programs had 63 % of the processors before the run.";
    assertThat(Report.write(fixture.in(folder))).contains(before);
    assertThat(folder.resolve("report.html")).content().contains(before);

    fixture.load(Disturbance.DURING, 51);
    assertThat(Report.write(fixture.in(folder)))
        .contains("MACHINE BUSY: other programs had 51 % of the processors during the run.")
        .doesNotContain(before);

    fixture.load(Disturbance.DURING, 9);
    assertThat(Report.write(fixture.in(folder))).doesNotContain("MACHINE BUSY");
  }

  @Test
  void comparesALoadWithItsRecordings() {
    Fixture fixture = new Fixture();
    Map.of("NONE", 1.0, "VALIDATIONS", 0.75, "CPU_TIME", 0.2)
        .forEach((recorded, percent) ->
            fixture.counter(
                fixture.row(
                    "recording.RecordedLoadBenchmark.validate",
                    "thrpt",
                    100,
                    Map.of("recorded", recorded),
                    40,
                    "ops/ms"),
                "heldUpPercent",
                percent));

    assertThat(Report.write(fixture.in(folder)))
        .contains("RecordedLoad.validate, times NONE (40.0 k/s): ")
        .contains("Above 1 ms when recorded, times 1.00 % without: 0.75: DISTORTED\n");
  }

  @Test
  void showsDurationsOrCausesOfAProfileButNotBothIfTheOneChangesTheOther() {
    ArrayNode profiles = new ObjectMapper().createArrayNode();
    for (String cpuTime : List.of("false", "true")) {
      Map<String, String> params = ProfileFixture.params("STANDARD", "PLATFORM", "none", "60");
      params.put("cpuTime", cpuTime);
      ProfileFixture.add(profiles, "ss", params);
    }

    String summary =
        Report.write(Fixture.small().with(profiles).in(folder))
            .replaceAll("(?s).*\nrecorded\n", "");

    assertThat(summary)
        .containsPattern("without processor time.\n    a validation takes   P50 41 µs")
        .containsPattern(
            "with processor time.\n    P99 to P99.9: 50 % waiting without an event, as for a processor, 50 % running\n")
        .containsPattern(
            "\n    P99.9 and beyond: 94 % waiting without an event, as for a processor,\\s");
    assertThat(summary.split("P50", -1)).hasSize(2);
  }

  @Test
  void showsWhatEachStepTakesUnderLoad() {
    assertThat(Report.write(Fixture.small().with(ProfileFixture.full()).in(folder)))
        .contains("\nsteps of Latency profile (validate, ")
        .containsPattern(
            "\n  token parsing +900,000 +820 ns +49.2 µs +1.23 ms +369 ms +1.64 s +1500.0 +11.4\n")
        .containsPattern("\n  signature validation +900,000 +41.0 µs ");
  }

  @Test
  void marksAQuickRunEverywhere() throws IOException {
    assertThat(Report.write(Fixture.full().quick().in(folder))).contains("QUICK RUN");
    assertThat(badge())
        .isEqualTo(
            Map.of(
                "schemaVersion",
                1,
                "label",
                "validations",
                "message",
                "quick run",
                "color",
                "lightgrey"));
  }

  @Test
  void showsTheStandardThroughputInTheBadge() throws IOException {
    Report.write(Fixture.full().in(folder));
    assertThat(badge())
        .isEqualTo(
            Map.of(
                "schemaVersion",
                1,
                "label",
                "validations",
                "message",
                "74.1k/s on 2 cores",
                "color",
                "blue"));
  }

  @Test
  void reportsARunOfOneSuite() throws IOException {
    Fixture fixture = new Fixture();
    fixture.row("base64.DecoderBenchmark.ours", "avgt", 1, Map.of(), 12, "ns/op");
    assertThat(Report.write(fixture.in(folder)))
        .contains("Decoder.ours")
        .doesNotContain("standard");
    assertThat(badge().get("message")).isEqualTo("not measured");
  }

  @Test
  void reportsRowsOfOneJvm() throws IOException {
    Fixture fixture = new Fixture();
    Fixture.ofOneJvm(fixture.row(STANDARD, "avgt", 100, Map.of("cacheSize", "0"), 30, "us/op"));
    Fixture.ofOneJvm(fixture.row(STANDARD, "avgt", 100, Map.of("cacheSize", "60"), 27, "us/op"));
    String summary = Report.write(fixture.in(folder));
    assertThat(summary)
        .containsPattern("30.0 +- +- µs")
        .contains("cacheSize 60 0.90\n")
        .doesNotContain("NaN");
  }

  @Test
  void readsBothNamesOfTheAllocationRate() {
    ObjectNode row = new Fixture().row(STANDARD, "avgt", 1, Map.of(), 1, "ms/op");
    assertThat(Row.of(row).bytes()).isEqualTo(929);
    ObjectNode metrics = row.withObject("/secondaryMetrics");
    metrics.set("gc.alloc.rate.norm", metrics.remove("·gc.alloc.rate.norm"));
    assertThat(Row.of(row).bytes()).isEqualTo(929);
    assertThat(Row.of(row).counters()).isEmpty();
  }

  @Test
  void summarizesTheLatenciesOfProfiles() throws IOException {
    Fixture fixture = new Fixture();
    fixture.row(ProfileFixture.BENCHMARK, "thrpt", 100, Map.of(), 30, "ops/ms");
    String summary = Report.write(fixture.with(ProfileFixture.full()).in(folder));

    assertThat(summary.lines())
        .contains(
            "recorded",
            "  Latency profile (validate, latency, good tokens, platform threads, no gate, cache size 0)",
            "    a validation takes   P50 41 µs   P99 771 µs   P99.9 4.34 ms   max 771 ms")
        .anyMatch(line -> line.startsWith("profiles  "))
        .anyMatch(line -> line.matches("  LatencyProfile.validate +thrpt +30.0 .*"))
        .noneMatch(line -> line.startsWith("benchmark"))
        .allSatisfy(line -> {
          if (!line.startsWith("Report: ")) {
            assertThat(line).hasSizeLessThanOrEqualTo(100);
          }
        });
    assertThat(badge().get("message")).isEqualTo("not measured");
  }

  @Test
  void reportsProfilesWithoutScores() {
    Fixture fixture = new Fixture();
    fixture.row(STANDARD, "avgt", 1, Map.of(), 1, "ms/op");

    assertThat(Report.write(fixture.with(ProfileFixture.full()).in(folder)))
        .contains("recorded\n")
        .doesNotContain("profiles  ");
  }

  @Test
  void omitsProfilesIfNoneWereRecorded() throws IOException {
    assertThat(Report.write(Fixture.full().in(folder))).doesNotContain("recorded", "rofile");
    assertThat(Files.readString(folder.resolve("report.html"))).contains("\"profiles\":[]");
  }

  @Test
  void omitsProfilesIfTheirListIsEmpty() throws IOException {
    Fixture.full().in(folder);
    Files.writeString(folder.resolve("profiles.json"), "[]");
    assertThat(Report.write(folder)).doesNotContain("recorded", "rofile");
  }

  @ParameterizedTest
  @CsvSource({
    "ns/op, 2, ns/op",
    "us/op, 2000, ns/op",
    "ms/op, 2e6, ns/op",
    "s/op, 2e9, ns/op",
    "ops/s, 2, ops/s",
    "ops/ms, 2000, ops/s",
    "ops/us, 2e6, ops/s",
    "ops/min, .0333, ops/s",
    "calls, 2, calls"
  })
  void convertsTheUnitsOfJmh(String unit, double score, String base) {
    Row row = Row.of(new Fixture().row(STANDARD, "avgt", 1, Map.of(), 2, unit));
    assertThat(row.unit()).isEqualTo(base);
    assertThat(row.score()).isCloseTo(score, org.assertj.core.data.Percentage.withPercentage(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jmh-result.json  |              | does not exist: run ./mvnw verify -Pbenchmark",
        "environment.json |              | does not exist: run ./mvnw verify -Pbenchmark",
        "environment.json | []           | is not a JSON object: run",
        "jmh-result.json  | []           | has no rows: choose at least one benchmark",
        "jmh-result.json  | {}           | is not a JSON array as JMH writes it: run",
        "jmh-result.json  | [{}          | is malformed JSON (line 1): run",
        "jmh-result.json  | [] 1         | is malformed JSON (line 1): run",
        "jmh-result.json  | [{}]         | has a row (number 1) without benchmark: run",
        "jmh-result.json  | [{\"benchmark\": \"a.B.c\", \"mode\": \"avgt\"}] | has a row (number 1) without primaryMetric/scoreUnit: run",
      })
  void explainsInvalidResultsInOneLine(String file, String content, String message)
      throws IOException {
    Path broken = new Fixture().in(folder).resolve(file);
    Files.writeString(
        folder.resolve("jmh-result.json"),
        List.of(new Fixture().row(STANDARD, "avgt", 1, Map.of(), 1, "ms/op")).toString());
    if (content == null) {
      Files.delete(broken);
    } else {
      Files.writeString(broken, content);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Report.write(folder))
        .withMessageStartingWith(broken + " " + message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                 | [{             | is malformed JSON (line 1)",
        "                 | [] 1           | is malformed JSON (line 1)",
        "                 | {}             | is not a JSON array of profiles",
        "                 | [1]            | has a profile (number 1) without benchmark",
        "/benchmark       | 1              | has a profile (number 2) without benchmark",
        "/mode            | null           | has a profile (number 2) without mode",
        "/analysis        | []             | has a profile (number 2) without analysis/percentiles",
        "/analysis/percentiles | {}        | has a profile (number 2) without analysis/percentiles",
        "/analysis/seconds | null          | has a profile (number 2) without analysis/seconds",
        "/analysis/bands  | []             | has a profile (number 2) without analysis/bands",
      })
  void explainsInvalidProfilesInOneLine(String place, String content, String message)
      throws IOException {
    Fixture fixture = new Fixture();
    fixture.row(STANDARD, "avgt", 1, Map.of(), 1, "ms/op");
    Path file = fixture.in(folder).resolve("profiles.json");
    if (place == null) {
      Files.writeString(file, content);
    } else {
      ObjectMapper json = new ObjectMapper();
      ArrayNode profiles = ProfileFixture.full();
      int name = place.lastIndexOf('/');
      ((ObjectNode) profiles.get(1).at(place.substring(0, name)))
          .set(place.substring(name + 1), json.readTree(content));
      json.writeValue(file.toFile(), profiles);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Report.write(folder))
        .withMessage(file + " " + message + ": run ./mvnw verify -Pbenchmark-jfr to create it");
  }

  @Test
  void explainsInvalidAccountsInOneLine() throws IOException {
    Path file = Fixture.small().in(folder).resolve("accounts.json");
    Files.writeString(file, "{}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Report.write(folder))
        .withMessage(
            file
                + " is not a JSON array of accounts: run ./mvnw verify -Pbenchmark-http to create"
                + " it");
  }

  private Map<String, ?> badge() throws IOException {
    return new ObjectMapper()
        .readValue(folder.resolve("badge.json").toFile(), new TypeReference<>() {});
  }
}
