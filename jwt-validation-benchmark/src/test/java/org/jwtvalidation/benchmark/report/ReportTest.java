package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
  void showsWhatAnOperationHasCounted() {
    String summary = Report.write(Fixture.full().in(folder));

    assertThat(summary)
        .contains("\n    in1s 4,764   in5s 41,012   in10s 340,120   level 40,980\n")
        .as("percentiles are shown as such, and the other operations run often")
        .doesNotContain("p999 ", "hits ");
  }

  @Test
  void givesTheRatiosOfRows() {
    String summary = Report.write(Fixture.full().in(folder)).replaceAll("\\s+", " ");

    assertThat(summary)
        .contains("Validation.validate [cacheSize 600] thrpt 2,500 ± 125 k/s 929")
        .contains("P50 594 µs P99 2.84 ms P99.9 7.13 ms max 149 ms")
        .contains(
            "Validation.validate, times cacheSize 0 (1.48 ms): cacheSize 60 0.92±0.09, cacheSize 600 0.027±0.003")
        .contains("ErrorLoad.validate, times errorPercent 0 (70.0 k/s): errorPercent 10 0.88±0.09,")
        .contains("All steps, times the whole of 28.9 µs: 0.96 (27.8 µs)")
        .contains("Algorithm.validate, times raw: RS256 1.12, ")
        .contains(
            "PeerVerification.verify [RS256, threads 1], times JWT_VALIDATION (29.2 µs): BARE_JDK 0.87±0.09, BARE_BOUNCY_CASTLE 0.93±0.09, FUSIONAUTH 1.07±0.11, AUTH0 1.14")
        .contains("Decoder.jdk, times ours: length 100 1.80±0.18,")
        .contains("Load.validate [BURSTS] ss");
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
  void reportsRowsOfOneIteration() throws IOException {
    Fixture fixture = new Fixture();
    Fixture.withoutError(fixture.row(STANDARD, "avgt", 100, Map.of("cacheSize", "0"), 30, "us/op"));
    Fixture.withoutError(
        fixture.row(STANDARD, "avgt", 100, Map.of("cacheSize", "60"), 27, "us/op"));
    String summary = Report.write(fixture.in(folder));
    assertThat(summary)
        .contains("±  ".strip() + " - µs")
        .contains("cacheSize 60 0.90\n")
        .doesNotContain("NaN");
    assertThat(Files.readString(folder.resolve("report.html"))).contains("\"error\":\"NaN\"");
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
  void keepsTheBestIterationOfAllJvms() {
    ObjectNode row = new Fixture().row(STANDARD, "avgt", 1, Map.of(), 5, "us/op");
    ArrayNode jvms = row.withObject("/primaryMetric").putArray("rawData");
    jvms.addArray().add(6).add(4);
    jvms.addArray().add(3).add(7);
    assertThat(Row.of(row).best()).isEqualTo(3_000);
    row.withObject("/primaryMetric").put("scoreUnit", "ops/ms");
    assertThat(Row.of(row).best()).isEqualTo(7_000);
    jvms.removeAll();
    assertThat(Row.of(row).best()).isNaN();
  }

  @Test
  void showsTheRangeOfFewerThanTenIterations() {
    ObjectNode row = new Fixture().row(STANDARD, "avgt", 1, Map.of(), 5, "us/op");
    ArrayNode jvms = row.withObject("/primaryMetric").putArray("rawData");
    jvms.addArray().add(6).add(4);
    assertThat(Row.of(row).range()).isEqualTo(new Row.Range(4_000, 5_000, 6_000));
    jvms.addArray().add(7);
    assertThat(Row.of(row).range()).isEqualTo(new Row.Range(4_000, 6_000, 7_000));
    ArrayNode more = jvms.addArray();
    for (int iteration = 3; iteration < 10; iteration++) {
      more.add(5);
    }
    assertThat(Row.of(row).range()).isNull();
    jvms.removeAll().addArray().add(5);
    assertThat(Row.of(row).range()).isNull();
  }

  @Test
  void summarizesTheRangeOfFewIterationsAndTheIntervalOfMany() throws IOException {
    assertThat(Report.write(Fixture.full().in(folder)))
        .containsPattern("Algorithm.* [\\d.]+–[\\d.]+ +µs")
        .containsPattern("ErrorLoad.* ± [\\d.]+");
  }

  @Test
  void summarizesTheLatenciesOfProfiles() throws IOException {
    Fixture fixture = new Fixture();
    fixture.row(ProfileFixture.BENCHMARK, "thrpt", 100, Map.of(), 30, "ops/ms");
    String summary = Report.write(fixture.with(ProfileFixture.full()).in(folder));

    assertThat(summary.lines())
        .contains(
            "recorded",
            "  LatencyProfile.validate [sample, STANDARD, PLATFORM, gate none, cacheSize 0]",
            "    P50 41 µs   P99 771 µs   P99.9 4.34 ms   max 771 ms")
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
        "/analysis        | []             | has a profile (number 2) without numbers in analysis/percentiles",
        "/analysis/percentiles | {}        | has a profile (number 2) without numbers in analysis/percentiles",
        "/analysis/percentiles | {\"50\": \"NaN\"} | has a profile (number 2) without numbers in analysis/percentiles",
        "/analysis/percentiles | {\"x\": 1} | has a profile (number 2) without numbers in analysis/percentiles",
        "/analysis/percentiles | {\"101\": 1} | has a profile (number 2) without numbers in analysis/percentiles",
        "/analysis/seconds | [1]           | has a profile (number 2) without numbers in analysis/seconds/…/byPowerOfTwo",
        "/analysis/seconds | {\"1\": {}}   | has a profile (number 2) without numbers in analysis/seconds/…/byPowerOfTwo",
        "/analysis/seconds | {\"x\": {\"byPowerOfTwo\": {\"15\": 1}}} | has a profile (number 2) without numbers in analysis/seconds/…/byPowerOfTwo",
        "/analysis/seconds | {\"1\": {\"byPowerOfTwo\": {\"63\": 1}}} | has a profile (number 2) without numbers in analysis/seconds/…/byPowerOfTwo",
        "/analysis/seconds | {\"1\": {\"byPowerOfTwo\": {}}} | has a profile (number 2) without numbers in analysis/seconds/…/byPowerOfTwo",
        "/analysis/causes | {}            | has a profile (number 2) without numbers in analysis/causes",
        "/analysis/causes | {\"RUNNING\": []} | has a profile (number 2) without numbers in analysis/causes",
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
