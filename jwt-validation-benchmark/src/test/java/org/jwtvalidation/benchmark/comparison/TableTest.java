// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lets fake programs take turns. */
@Tag("system")
class TableTest {

  private static final Effort EFFORT =
      new Effort(
          6, 5, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5), 2, 3, Duration.ofSeconds(3));

  @TempDir private Path folder;

  private Path asked;
  private Path confined;
  private Path input;
  private Path log;

  @BeforeEach
  void createFiles() throws IOException {
    asked = Files.createFile(folder.resolve("asked"));
    confined = Files.createFile(folder.resolve("confined"));
    input = Files.createFile(folder.resolve("input"));
    log = folder.resolve("log");
  }

  @Test
  void givesEachLibraryOneSlotARoundInAnOrderThatRotatesWithTheSameSeed() throws Exception {
    ComparisonResults results =
        measured("one-key", fake("a", ":", 50), fake("b", ":", 70), fake("c", ":", 90));

    assertThat(results.failures()).isEmpty();
    // Five periods each until they are level, and one on the one processor.
    List<String> slots = slots();
    assertThat(slots.subList(0, 6))
        .allSatisfy(slot -> assertThat(slot).startsWith("a slot one-key ES256 bare a 5 "));
    List<String> rounds = slots.subList(18, slots.size());
    assertThat(rounds.stream().map(slot -> slot.charAt(0) + slot.substring(slot.lastIndexOf(' '))))
        .containsExactly(
            "a 0", "b 0", "c 0", "b 1", "c 1", "a 1", "c 2", "a 2", "b 2", "a 3", "b 3", "c 3",
            "b 4", "c 4", "a 4", "c 5", "a 5", "b 5");
  }

  @Test
  void checksBeforeItMeasuresAndConfinesAfterTheWarmUp() throws Exception {
    measured("one-key", fake("a", ":", 50), fake("b", ":", 70));

    assertThat(Files.readAllLines(asked).get(0)).isEqualTo("a check one-key ES256 bare a");
    assertThat(Files.readAllLines(confined))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).matches("-a -c -p 1 \\d+"));
  }

  @Test
  void computesTimesOfAnOperationAndMarksWhatWasLevel() throws Exception {
    JsonNode row =
        rows(measured("one-key", fake("a", ":", 50), fake("b", ":", 70))).stream()
            .filter(each -> each.path("benchmark").asText().endsWith(".bareVerification"))
            .findFirst()
            .orElseThrow();

    assertThat(row.at("/params/peer").asText()).isEqualTo("A");
    assertThat(row.at("/params/algorithm").asText()).isEqualTo("ES256");
    assertThat(row.at("/params/keys").asText()).isEqualTo("1");
    assertThat(row.at("/primaryMetric/rawData")).hasSize(6);
    assertThat(row.at("/primaryMetric/score").asDouble()).isCloseTo(50, within(1e-9));
    assertThat(row.at("/secondaryMetrics/processorNanos/score").asDouble())
        .isCloseTo(55, within(1e-9));
    assertThat(row.at("/secondaryMetrics/bestNanos/score").asDouble()).isCloseTo(50, within(1e-9));
    assertThat(row.at("/secondaryMetrics/level/score").asDouble()).isEqualTo(1);
    assertThat(row.has("machine")).isTrue();
  }

  @Test
  void asksNewProcessesForTheirFirstVerifications() throws Exception {
    List<JsonNode> rows = rows(measured("one-key", fake("a", ":", 50)));

    assertThat(rows)
        .extracting(row -> row.path("benchmark").asText().replaceAll(".*\\.", ""))
        .containsExactly("bareVerification", "firstBare");
    assertThat(rows.get(1).at("/primaryMetric/rawData")).hasSize(2);
    assertThat(rows.get(1).at("/primaryMetric/score").asDouble()).isCloseTo(4_000, within(1e-9));
    assertThat(rows.get(1).at("/secondaryMetrics/veryFirstNanos/score").asDouble())
        .isEqualTo(9_000);
  }

  @Test
  void asksForColdKeysAndMemoryWhereThereAreManyKeys() throws Exception {
    List<JsonNode> rows = rows(measured("100-keys", fake("a", ":", 50)));

    assertThat(rows)
        .extracting(row -> row.path("benchmark").asText().replaceAll(".*\\.", ""))
        .containsExactly("bareVerification", "coldKeyBare", "memoryBare");
    assertThat(rows.get(1).at("/params/keys").asText()).isEqualTo("100");
    assertThat(rows.get(1).at("/primaryMetric/rawData")).hasSize(2);
    assertThat(rows.get(2).at("/primaryMetric/score").asDouble()).isEqualTo(2_048);
    assertThat(rows.get(2).at("/secondaryMetrics/verificationsBefore/score").asDouble())
        .isEqualTo(600);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "[ $slots -lt 9 ] || exit 7 # it ended with status 7 at",
        "[ $slots -lt 9 ] || sleep 60 # no answer to",
        "[ $slots -lt 9 ] || { echo 'slot operations=100 nanos=5000 accepted=99 cpu=1'; continue; }"
            + " # it accepted 99 of 100 good tokens",
        "[ $slots -lt 9 ] || { echo 'slot operations=0 nanos=5 accepted=0 cpu=1'; continue; }"
            + " # has measured nothing",
        "[ $slots -lt 9 ] || { echo 'failed: no more'; continue; } # no more",
        "[ $slots -lt 9 ] || { echo 'hello'; continue; } # is no answer to slot",
      })
  void leavesOutWhatFailsAndMeasuresTheOthers(String inSlot, String why) throws Exception {
    ComparisonResults results = measured("one-key", fake("bad", inSlot, 50), fake("good", ":", 70));

    assertThat(results.failures())
        .hasSize(1)
        .allSatisfy((name, outcome) -> {
          assertThat(name).isEqualTo("one-key ES256 bare bad");
          assertThat(outcome).startsWith("failed: ").contains(why);
        });
    assertThat(rows(results))
        .extracting(row -> row.at("/params/peer").asText())
        .containsOnly("GOOD");
    assertThat(rows(results).get(0).at("/primaryMetric/rawData")).hasSize(6);
  }

  @Test
  void saysThatAProgramIsAbsentWhichCannotBeStarted() throws Exception {
    Entrant absent =
        FakeProgram.entrant(
            List.of(folder.resolve("nothing").toString()), "one-key ES256 bare gone", null);
    ComparisonResults results = measured("one-key", absent, fake("good", ":", 70));

    assertThat(results.failures())
        .containsOnlyKeys("one-key ES256 bare gone")
        .allSatisfy((name, outcome) -> assertThat(outcome).startsWith("absent: "));
  }

  @Test
  void measuresNothingWhereProcessesCannotBeConfined() throws Exception {
    Table table =
        new Table(
            "one-key",
            "ES256",
            List.of(fake("a", ":", 50)),
            EFFORT,
            new Processor(1, folder.resolve("no-taskset").toString()));
    ComparisonResults results = new ComparisonResults(folder);
    table.measure(input, log, results);

    assertThat(results.failures().values()).singleElement().asString().endsWith("is not installed");
    assertThat(results.isEmpty()).isTrue();
  }

  private Entrant fake(String library, String inSlot, int nanos) {
    return FakeProgram.entrant(
        FakeProgram.command(folder, library, asked, inSlot, nanos),
        "one-key ES256 bare " + library,
        null);
  }

  private ComparisonResults measured(String regime, Entrant... entrants) throws Exception {
    Path taskset = folder.resolve("taskset");
    Files.writeString(taskset, "#!/bin/sh\necho \"$@\" >>'" + confined + "'\n");
    Files.setPosixFilePermissions(taskset, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<Entrant> all = new ArrayList<>();
    for (Entrant entrant : entrants) {
      all.add(
          new Entrant(entrant.program(), entrant.measurement().replaceFirst("^one-key", regime)));
    }
    Table table = new Table(regime, "ES256", all, EFFORT, new Processor(1, taskset.toString()));
    ComparisonResults results = new ComparisonResults(folder);
    table.measure(input, log, results);
    results.write();
    return results;
  }

  private List<String> slots() throws IOException {
    return Files.readAllLines(asked).stream().filter(line -> line.contains(" slot ")).toList();
  }

  private List<JsonNode> rows(ComparisonResults results) throws IOException {
    assertThat(results.isEmpty()).isFalse();
    List<JsonNode> rows = new ArrayList<>();
    new ObjectMapper().readTree(folder.resolve("jmh-result.json").toFile()).forEach(rows::add);
    return rows;
  }
}
