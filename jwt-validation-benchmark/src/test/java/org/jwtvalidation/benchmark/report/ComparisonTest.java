// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

  private static final String NAME = "standard.ValidationBenchmark.validate";

  private final Fixture before = new Fixture();
  private final Fixture after = new Fixture();
  private Path older;
  private Path newer;

  @BeforeEach
  void folders(@TempDir Path folder) {
    older = folder.resolve("older");
    newer = folder.resolve("newer");
  }

  @Test
  void computesRatiosAboveOneForImprovements() {
    before.row(NAME, "avgt", 1, Map.of("cacheSize", "0"), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of("cacheSize", "0"), 20_000, "ns/op");
    before.row(NAME, "thrpt", 1, Map.of("cacheSize", "0"), 30, "ops/ms");
    after.row(NAME, "thrpt", 1, Map.of("cacheSize", "0"), 20, "ops/ms");
    before.row(NAME, "avgt", 1, Map.of("cacheSize", "60"), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of("cacheSize", "60"), 31, "us/op");

    assertThat(compared())
        .contains(
            "Validation.validate [cacheSize 0] avgt 30.0 29.1–30.9 20.0 19.4–20.6 µs 1.50 are apart: BETTER\n")
        .contains(
            "Validation.validate [cacheSize 0] thrpt 30.0 29.1–30.9 20.0 19.4–20.6 k/s 0.67 are apart: WORSE\n")
        .contains(
            "Validation.validate [cacheSize 60] avgt 30.0 29.1–30.9 31.0 30.1–31.9 µs 0.97 overlap\n");
  }

  @Test
  void saysWhereBothWereMeasured() {
    before.cpu("Other CPU").row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of(), 30, "us/op");

    assertThat(compared())
        .contains("\nOlder: 2026-03-14T15:09:26Z · 0123456789 · JDK 25.0.1 · 2 × Other CPU")
        .contains("\nNewer: 2026-03-14T15:09:26Z · 0123456789 · JDK 25.0.1 · 2 × Example CPU");
  }

  @ParameterizedTest
  @CsvSource({
    "level, 0, not level in every JVM",
    "late, 1, whose requests were sent late",
    "declined, 1, without tables in some JVM"
  })
  void drawsNoConclusionFromARowThatIsMarked(String counter, double value, String mark) {
    before.row(NAME, "thrpt", 1, Map.of(), 30, "ops/ms");
    after.counter(after.row(NAME, "thrpt", 1, Map.of(), 20, "ops/ms"), counter, value);

    assertThat(compared()).contains(" 0.67 doubtful: " + mark + "\n");
  }

  @Test
  void drawsNoConclusionFromASingleJvm() {
    Fixture.ofOneJvm(before.row(NAME, "ss", 1, Map.of(), 30, "us/op"));
    after.row(NAME, "ss", 1, Map.of(), 10, "us/op");
    assertThat(compared()).contains(" ss 30.0 - 10.0 9.70–10.3 µs 3.00 are unknown\n");
  }

  @Test
  void namesRowsOfOneRunOnly() {
    before.row(NAME, "avgt", 1, Map.of("cacheSize", "0"), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of("cacheSize", "0"), 30, "us/op");
    before.row(NAME, "avgt", 1, Map.of("cacheSize", "60"), 30, "us/op");
    before.row(NAME, "thrpt", 1, Map.of("cacheSize", "0"), 30, "ops/us");
    after.row("base64.DecoderBenchmark.ours", "avgt", 1, Map.of(), 30, "us/op");

    assertThat(compared())
        .contains("Only in the older: Validation.validate [cacheSize 60] avgt\n")
        .contains("Only in the older: Validation.validate [cacheSize 0] thrpt\n")
        .contains("Only in the newer: Decoder.ours avgt\n");
  }

  @Test
  void acceptsFilesAndFolders() {
    before.row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    Path file = older.resolve("jmh-result.json");
    String folders = compared();
    assertThat(Comparison.of(file, newer).replaceAll(" +", " ")).isEqualTo(folders);
  }

  @Test
  void refusesAnotherMode() {
    before.row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    after.row(NAME, "sample", 1, Map.of(), 30, "us/op");
    refused(
        "has standard Validation.validate {threads=1} sample, the older avgt: measure both in the same mode");
  }

  @Test
  void refusesAnotherUnit() {
    before.row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of(), 30, "calls");
    refused(
        "has standard Validation.validate {threads=1} avgt in calls, not ns/op: measure both in the same unit");
  }

  @Test
  void refusesADuplicateRow() {
    before.row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    after.row(NAME, "avgt", 1, Map.of(), 31, "us/op");
    refused("has standard Validation.validate {threads=1} avgt twice: keep one run in a file");
  }

  @Test
  void namesAMissingFile() {
    before.row(NAME, "avgt", 1, Map.of(), 30, "us/op");
    before.in(older);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Comparison.of(older, newer))
        .withMessageStartingWith(newer + " does not exist");
  }

  private String compared() {
    return Comparison.of(before.in(older), after.in(newer)).replaceAll(" +", " ");
  }

  private void refused(String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(this::compared)
        .withMessage(newer.resolve("jmh-result.json") + " " + message);
  }
}
