// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real rows, as short as they get. */
@Tag("system")
class BenchmarkCommandTest {

  /** Of one run for several tests, because each JVM takes its time. */
  @TempDir private static Path twoRows;

  private static final ByteArrayOutputStream PRINTED_OF_TWO_ROWS = new ByteArrayOutputStream();
  private static int statusOfTwoRows;

  @TempDir private Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @BeforeAll
  static void runTwoRowsTwice() throws IOException {
    statusOfTwoRows =
        execute(
            Map.of(
                "jmh.include", "EntropyBenchmark.usual(WithFlag)?$",
                "jmh.quick", "true",
                "jmh.forks", "2"),
            twoRows,
            PRINTED_OF_TWO_ROWS);
  }

  @Test
  void writesResultsAndEnvironment() throws IOException {
    assertThat(PRINTED_OF_TWO_ROWS.toString(UTF_8)).contains("[4/4, 75 %").contains(" us/op");
    assertThat(statusOfTwoRows).isZero();
    assertThat(twoRows.resolve("failed.txt")).doesNotExist();
    JsonNode rows = json(twoRows, "jmh-result.json");
    assertThat(rows).hasSize(2);
    assertThat(rows.findValuesAsText("benchmark"))
        .allMatch(name -> name.startsWith("org.jwtvalidation.benchmark.suite.startup."));
    assertThat(rows.get(0).get("secondaryMetrics").fieldNames())
        .toIterable()
        .anyMatch(name -> name.endsWith("gc.alloc.rate.norm"));
    JsonNode environment = json(twoRows, "environment.json");
    assertThat(environment.get("quick").asBoolean()).isTrue();
    assertThat(environment.get("jdk").asText()).contains(Runtime.version().toString());
    assertThat(environment.get("cores").asInt()).isPositive();
    assertThat(environment.get("options").get("jmh.quick").asText()).isEqualTo("true");
    assertThat(environment.at("/loadDuring/otherProgramsPercent").isNumber())
        .isEqualTo(Files.exists(Path.of("/proc/self/stat")));
    assertThat(twoRows.resolve("report.html")).exists();
  }

  @Test
  void takesTurnsAndMergesTheJvmsOfARow() throws IOException {
    assertThat(PRINTED_OF_TWO_ROWS.toString(UTF_8).lines().filter(line -> line.startsWith("[")))
        .extracting(line -> line.replaceAll(".*EntropyBenchmark\\.(\\w+).*", "$1"))
        .containsExactly("usual", "usualWithFlag", "usualWithFlag", "usual");
    assertThat(json(twoRows, "jmh-result.json"))
        .hasSize(2)
        .allSatisfy(row -> {
          assertThat(row.get("forks").asInt()).isEqualTo(2);
          JsonNode metric = row.get("primaryMetric");
          assertThat(metric.get("rawData")).hasSize(2);
          assertThat(metric.get("score").asDouble())
              .isCloseTo(
                  (metric.at("/rawData/0/0").asDouble() + metric.at("/rawData/1/0").asDouble()) / 2,
                  withinPercentage(0.1));
        });
  }

  @Test
  void startsTheJvmWithTheArgumentsOfTheBenchmark() throws IOException {
    JsonNode rows = json(twoRows, "jmh-result.json");
    assertThat(rows).hasSize(2);
    for (JsonNode row : rows) {
      boolean flag = row.get("benchmark").asText().endsWith("WithFlag");
      assertThat(row.get("jvmArgs").toString().contains("java.security.egd")).isEqualTo(flag);
    }
  }

  @Test
  void givesTheRateOfALoadAndMergesTheLatenciesOfItsJvms() throws IOException {
    execute(
        Map.of(
            "jmh.include", "ClosedLoopBenchmark",
            "jmh.params",
                "executor=PLATFORM;callers=4;tokens=20;algorithm=ES256"
                    + ";jvm=-XX:TieredStopAtLevel=1",
            "jmh.quick", "true",
            "jmh.time", "1s",
            "jmh.forks", "2"));

    JsonNode row = json(folder, "jmh-result.json").get(0);
    assertThat(row.get("mode").asText()).isEqualTo("thrpt");
    JsonNode rate = row.get("primaryMetric");
    assertThat(rate.get("scoreUnit").asText()).isEqualTo("ops/s");
    assertThat(rate.get("score").asDouble())
        .isCloseTo(
            (rate.at("/rawData/0/0").asDouble() + rate.at("/rawData/1/0").asDouble()) / 2,
            withinPercentage(0.1));
    JsonNode own = row.get("secondaryMetrics");
    assertThat(own.at("/inFlight/score").asDouble()).isGreaterThanOrEqualTo(3.2);
    assertThat(own.at("/tables/score").asDouble()).isBetween(0.0, 3.0);
    JsonNode percentiles = own.at("/latency/scorePercentiles");
    assertThat(percentiles.get("50.0").asDouble()).isPositive();
    assertThat(percentiles.get("99.9").asDouble())
        .isBetween(percentiles.get("99.0").asDouble(), percentiles.get("100.0").asDouble());
    assertThat(row.at("/secondaryMetrics/score").isMissingNode()).isTrue();
  }

  @Test
  void continuesAfterARowThatFails() throws IOException {
    int status =
        execute(
            Map.of(
                "jmh.include", "standard.ValidationBenchmark",
                "jmh.threads", "1",
                "workload.dataLength", "50-60,60-50",
                "workload.cacheSize", "0",
                "workload.tokens", "10",
                "workload.algorithm", "ES256",
                "jmh.quick", "true"));

    assertThat(status).isEqualTo(3);
    assertThat(json(folder, "jmh-result.json")).hasSize(1);
    assertThat(json(folder, "environment.json").get("measured").asInt()).isOne();
    assertThat(printed.toString(UTF_8))
        .contains("Unfinished: 1 of 2 measurements were made.")
        .containsPattern("FAILED \\(.*dataLength\\.min: 60.*\\), see ")
        .contains("), see " + folder.resolve("jmh-log.txt"))
        .contains("FAILED: standard.ValidationBenchmark.validate ss threads=1 dataLength=60-50\n")
        .doesNotContain("\tat ");
    assertThat(folder.resolve("jmh-log.txt")).content(UTF_8).contains("dataLength.min: 60");
  }

  @Test
  void measuresRowsAgainBesideWhichOtherProgramsWereAtWorkAndFailsIfItMustNotAcceptThem()
      throws IOException {
    assumeThat(Path.of("/proc/self/stat")).exists();
    List<Process> busy = new ArrayList<>();
    try {
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        busy.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      int status =
          execute(
              Map.of(
                  "jmh.include", "EntropyBenchmark.usual$",
                  "jmh.quick", "true",
                  "jmh.steady", "4s",
                  "jmh.strict", "true"));

      assertThat(status).isEqualTo(3);
      assertThat(printed.toString(UTF_8))
          .containsPattern("\\n\\[again, at most [34] s left] startup.EntropyBenchmark.usual ss")
          .contains("Of 1 rows, do not rely on those that are marked")
          .contains("MACHINE BUSY: startup.EntropyBenchmark.usual ss threads=1");
      JsonNode row = json(folder, "jmh-result.json").get(0);
      assertThat(row.at("/primaryMetric/rawData")).hasSize(1);
      assertThat(row.at("/machine/otherProgramsPercent").asDouble()).isGreaterThan(10);
      assertThat(row.get("notes").toString()).contains("MACHINE BUSY, ");
    } finally {
      busy.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void runsNothingIfAnOptionIsWrong() throws IOException {
    assertThat(execute(Map.of("jmh.suite", "nothing"))).isEqualTo(2);
    assertThat(printed.toString(UTF_8))
        .startsWith("jmh.suite: nothing is not a suite")
        .hasLineCount(1);
    assertThat(folder.resolve("failed.txt")).content().startsWith("jmh.suite: nothing");

    printed.reset();
    assertThat(execute(Map.of("jmh.inlcude", "EntropyBenchmark", "load.quick", "true")))
        .isEqualTo(2);
    assertThat(printed.toString(UTF_8))
        .startsWith("jmh.inlcude: there is no such option; choose one of jmh.compare, ")
        .contains(" jmh.include, ")
        .hasLineCount(1);

    printed.reset();
    assertThat(execute(Map.of("jmh.trend", folder.resolve("none").toString()))).isEqualTo(2);
    assertThat(printed.toString(UTF_8)).contains("none has no runs").hasLineCount(1);

    printed.reset();
    assertThat(execute(Map.of("jmh.compare", "one"))).isEqualTo(2);
    assertThat(printed.toString(UTF_8))
        .startsWith("jmh.compare: one is not understood; name two")
        .hasLineCount(1);
  }

  private int execute(Map<String, String> options) throws IOException {
    return execute(options, folder, printed);
  }

  private static int execute(
      Map<String, String> options, Path folder, ByteArrayOutputStream printed) throws IOException {
    Map<String, String> all = new HashMap<>(options);
    all.put("benchmark.results", folder.toString());
    PrintStream out = new PrintStream(printed, true, UTF_8);
    return new BenchmarkCommand(new GivenOptions(all), Suite.MEASURED, out, out).execute();
  }

  private static JsonNode json(Path folder, String file) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(file).toFile());
  }
}
