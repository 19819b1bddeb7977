// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.benchmark.suite.standard.CacheHitBenchmark;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class RunPlanTest {

  private static final String STANDARD =
      "org.jwtvalidation.benchmark.suite.standard.ValidationBenchmark.validate";

  @Test
  void hasARowForEachModeAndParameter() {
    List<PlannedRow> rows = rows(Map.of("jmh.include", "standard.ValidationBenchmark"));

    // The first one twice.
    assertThat(rows).hasSize(4);
    assertThat(rows.get(3)).isEqualTo(rows.get(0).twin()).hasToString(rows.get(0) + " again");
    assertThat(rows).allMatch(row -> row.benchmark().equals(STANDARD) && row.threads() == 1);
    assertThat(rows).extracting(PlannedRow::mode).containsOnly(Mode.SingleShotTime);
    assertThat(rows.stream().map(row -> row.params().get("cacheSize")).collect(Collectors.toSet()))
        .isEqualTo(Set.of("60", "0", "600"));
    assertThat(rows.get(0).time())
        .isEqualTo(new RowTime(3, 1, TimeValue.seconds(10), 1, TimeValue.seconds(6)));
  }

  @Test
  void repeatsRowsForEachNumberOfThreads() {
    List<PlannedRow> rows =
        rows(
            Map.of(
                "jmh.include", "standard.ValidationBenchmark",
                "jmh.threads", "1,8",
                "workload.cacheSize", "7"));

    assertThat(rows)
        .allMatch(row -> row.params().get("cacheSize").equals("7"))
        .extracting(PlannedRow::toString)
        .containsExactly(
            "standard.ValidationBenchmark.validate ss threads=1",
            "standard.ValidationBenchmark.validate ss threads=8",
            "standard.ValidationBenchmark.validate ss threads=1 again");
  }

  @Test
  void repeatsNoRowOfErrorsBesideTheStandardLoad() {
    assertThat(rows(Map.of()))
        .filteredOn(PlannedRow::again)
        .extracting(PlannedRow::toString)
        .containsExactly(
            "standard.ValidationBenchmark.validate ss threads=100 cacheSize=0 again",
            "components.StepBenchmark.whole avgt threads=1 again");
    assertThat(rows(Map.of("jmh.suite", "errors"))).filteredOn(PlannedRow::again).hasSize(1);
  }

  @Test
  void keepsTheOrderOfTheSuites() {
    List<PlannedRow> rows = rows(Map.of("jmh.suite", "components,standard"));

    assertThat(Suite.STANDARD.contains(rows.get(0).benchmark())).isTrue();
    assertThat(Suite.COMPONENTS.contains(rows.get(rows.size() - 1).benchmark())).isTrue();
  }

  @Test
  void shortensQuickRuns() {
    assertThat(rows(Map.of("jmh.quick", "true", "jmh.iterations", "2")))
        .extracting(PlannedRow::time)
        .containsOnly(
            new RowTime(1, 1, TimeValue.milliseconds(100), 2, TimeValue.milliseconds(200)));
  }

  @Test
  void shortensBenchmarksThatStartJvmsThemselves() {
    Map<String, String> quick = Map.of("jmh.quick", "true", "jmh.include", "ColdServiceBenchmark");
    assertThat(rows(quick))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.params()).containsEntry("jvms", "1"))
        .allSatisfy(row -> assertThat(row.params()).containsEntry("seconds", "1"))
        .allSatisfy(row -> assertThat(row.expectedSeconds()).isLessThan(15));

    Map<String, String> asked = new HashMap<>(quick);
    asked.put("jmh.params", "jvms=2");
    assertThat(rows(asked)).allSatisfy(row -> assertThat(row.params()).containsEntry("jvms", "2"));
  }

  @Test
  void refusesAParameterThatNoBenchmarkHas() {
    for (String name : List.of("peers", "cachesize")) {
      Map<String, String> misspelled =
          Map.of("jmh.include", "PeerRs256Benchmark", "jmh.params", "peer=AUTH0;" + name + "=1");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> rows(misspelled))
          .withMessageStartingWith(
              "jmh.params: no benchmark has a parameter " + name + "; choose one of algorithm, ");
    }
    assertThat(rows(Map.of("jmh.include", "StepBenchmark", "jmh.params", "gate=none")))
        .as("other benchmarks have it")
        .isNotEmpty();
  }

  @Test
  void limitsTheThreadsOfQuickRuns() {
    Map<String, String> quick =
        Map.of("jmh.quick", "true", "jmh.include", "ThreadScalingBenchmark|CacheHitBenchmark");
    assertThat(rows(quick))
        .extracting(row -> row.params().getOrDefault("threads", "" + row.threads()))
        .containsOnly("1", "2", "4")
        .hasSize(CacheHitBenchmark.available().length + 3 * 3);

    Map<String, String> asked = new HashMap<>(quick);
    asked.put("jmh.threads", "50");
    asked.put("jmh.include", "ThreadScalingBenchmark|JmhThreads");
    assertThat(rows(asked))
        .extracting(row -> row.params().getOrDefault("threads", "" + row.threads()))
        .containsOnly("50");
  }

  @Test
  void refusesMoreOfJmhsThreadsThanProcessors() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows(Map.of("jmh.include", "PeerRs256", "jmh.threads", "1,5000")))
        .withMessageStartingWith(
            "jmh.threads: peers.PeerRs256Benchmark.verify cannot measure 5000 threads on ")
        .withMessageEndingWith(
            " processors; choose fewer, or another benchmark, such as PeerRs256UnderLoad");
    assertThat(rows(Map.of("jmh.include", "PeerRs256UnderLoad", "jmh.threads", "1,5000")))
        .extracting(row -> row.params().get("threads"))
        .contains("1", "5000");
  }

  @Test
  void leavesOutByDefaultWhatWouldTakeTooLong() {
    assertThat(rows(Map.of())).noneMatch(row -> row.benchmark().contains("ErrorKind"));
    assertThat(rows(Map.of()).stream().mapToDouble(PlannedRow::expectedSeconds).sum())
        .isLessThan(15 * 60);
    assertThat(rows(Map.of("jmh.suite", "errors")))
        .anyMatch(row -> row.benchmark().contains("ErrorKind"));
  }

  @Test
  void refusesAPatternWithoutMatch() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows(Map.of("jmh.suite", "errors", "jmh.include", "Nothing")))
        .withMessageStartingWith("jmh.include: Nothing matches no benchmark of [errors]; choose");
  }

  @Test
  void hasASuiteForEveryBenchmark() {
    Set<BenchmarkListEntry> all =
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT),
                List.of());

    assertThat(all)
        .allSatisfy(entry ->
            assertThat(Suite.values()).anyMatch(suite -> suite.contains(entry.getUsername())));
    for (Suite suite : Suite.values()) {
      assertThat(all).as(suite.label()).anyMatch(entry -> suite.contains(entry.getUsername()));
    }
  }

  @Test
  void passesTheJvmParameterOfARowToItsJvm() {
    List<PlannedRow> rows =
        rows(
            Map.of(
                "jmh.include", "ClosedLoopBenchmark",
                "jmh.params", "executor=VIRTUAL;jvm=,-XX:+UseParallelGC -Xmx1g"));

    assertThat(rows)
        .extracting(PlannedRow::jvmArgs)
        .containsExactly(List.of(), List.of("-XX:+UseParallelGC", "-Xmx1g"), List.of());
    assertThat(rows(Map.of("jmh.include", "ClosedLoopBenchmark", "jmh.threads", "7")))
        .allMatch(row -> row.params().get("threads").equals("7"));
  }

  @Test
  void namesARowByItsVaryingParameters() {
    assertThat(rows(Map.of("jmh.include", "StepBenchmark.whole")))
        .singleElement()
        .hasToString("components.StepBenchmark.whole avgt threads=1");
  }

  private static List<PlannedRow> rows(Map<String, String> properties) {
    return new RunPlan(RunOptions.of(new GivenOptions(properties), Suite.MEASURED)).rows();
  }
}
