// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.benchmark.run.MachineUse;

class HttpResultsTest {

  private static final HttpRow.Session SESSION =
      new HttpRow.Session(Subject.ours(Service.PLAIN), KeyKind.RS256);

  private static final MachineUse MACHINE = new MachineUse(OptionalDouble.of(23), 0);

  @TempDir private Path folder;

  private static HttpRow row(Load load) {
    return new HttpRow("Layers", SESSION, RequestKind.VALID, load, 1);
  }

  /** Requests that were answered within two seconds, all after the same time. */
  private static Measurement measured(long requests, long nanos) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount(nanos, requests);
    return new Measurement(latencies, requests, requests, 0, List.of(450L, 550L), 2, 0, Map.of());
  }

  /** A row whose generator should have sent 1,000 requests. */
  private String add(HttpResults results, Load load, long requests) throws IOException {
    return add(results, load, requests, 0.8, 0.9, 0);
  }

  private String add(
      HttpResults results,
      Load shape,
      long requests,
      double generatorLoad,
      double load,
      double idleLoad)
      throws IOException {
    return add(
        results,
        shape,
        requests,
        new ProcessorTime(70_000, 20_000, generatorLoad, load, idleLoad),
        true);
  }

  private String add(
      HttpResults results, Load shape, long requests, ProcessorTime processorTime, boolean isLevel)
      throws IOException {
    LoadDefinition definition =
        new LoadDefinition("load", URI.create("http://127.0.0.1:1/orders"), 200, null, shape, 2);
    return results.add(
        row(shape),
        definition,
        measured(requests, 2_000_000),
        JsonNodeFactory.instance.objectNode(),
        processorTime,
        MACHINE,
        isLevel);
  }

  private JsonNode written(int row) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("jmh-result.json").toFile()).get(row);
  }

  @Test
  void marksARowWhoseGeneratorHasNotKeptItsRate() throws IOException {
    HttpResults results = new HttpResults(folder);

    // Three standard deviations below 97 %.
    assertThat(add(results, Load.open(500, 10), 876)).isEqualTo("P50 2.00, P95 2.00, P99 2.00 ms");
    assertThat(add(results, Load.open(500, 10), 875)).endsWith(", the rate was NOT KEPT");
    assertThat(written(0).at("/params/load").asText()).isEqualTo("500 a second");
    assertThat(written(1).at("/params/load").asText()).isEqualTo("500 a second, not kept");
    assertThat(written(1).at("/primaryMetric/scorePercentiles/95.0").asDouble())
        .isBetween(1_999.0, 2_002.0);
  }

  @Test
  void writesTheProcessorTimeOfARequestAndTheRateOfAClosedLoop() throws IOException {
    assertThat(add(new HttpResults(folder), Load.closed(10), 1_000))
        .isEqualTo("70.0 µs of the service's processors, 500 requests/s");
    assertThat(written(0).at("/mode").asText()).isEqualTo("avgt");
    assertThat(written(0).at("/machine/otherProgramsPercent").asInt()).isEqualTo(23);
    assertThat(written(0).at("/primaryMetric/rawData/0/0").asLong()).isEqualTo(70_000);
    assertThat(written(0).at("/secondaryMetrics/requestsPerSecond/score").asLong()).isEqualTo(500);
    assertThat(written(0).at("/secondaryMetrics/serviceProcessorNanos/score").asLong())
        .isEqualTo(70_000);
    assertThat(written(0).at("/secondaryMetrics/generatorProcessorNanos/score").asLong())
        .isEqualTo(20_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void saysOfEveryRowWhetherItsServiceWasLevel(boolean isLevel) throws IOException {
    HttpResults results = new HttpResults(folder);
    ProcessorTime processorTime = new ProcessorTime(70_000, 20_000, 0.5, 0.9, 0);

    add(results, Load.closed(10), 1_000, processorTime, isLevel);
    add(results, Load.open(500, 10), 1_000, processorTime, isLevel);

    assertThat(List.of(written(0), written(1)))
        .extracting(row -> row.at("/secondaryMetrics/level/score").asDouble(Double.NaN))
        .containsOnly(isLevel ? 1.0 : 0.0);
  }

  @ParameterizedTest
  @CsvSource({
    "0.91, 0.95, 0, busy generator",
    "0.5, 0.69, 0, idle processors",
    "0.5, 0.9, 0.02, another service"
  })
  void saysWhatElseThanTheServiceMayHaveLimitedARow(
      double generatorLoad, double load, double idleLoad, String limit) throws IOException {
    HttpResults results = new HttpResults(folder);

    assertThat(add(results, Load.closed(10), 1_000, generatorLoad, load, idleLoad))
        .endsWith("requests/s, limited by: " + limit);
    assertThat(written(0).at("/params/limit").asText()).isEqualTo(limit);

    // Most turns are not limited.
    add(results, Load.closed(10), 1_000);
    add(results, Load.closed(10), 1_000);
    assertThat(written(0).at("/params/limit").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0.91, 0.2, 0, busy generator", "0.5, 0.2, 0, ''", "0.5, 0.2, 0.02, another service"})
  void saysWhatDisturbedARowOfAGivenRate(
      double generatorLoad, double load, double idleLoad, String limit) throws IOException {
    add(new HttpResults(folder), Load.open(500, 10), 1_000, generatorLoad, load, idleLoad);

    assertThat(written(0).at("/params/limit").asText()).isEqualTo(limit);
  }

  @Test
  void marksTheAccountOfARowThatIsDoubtful() throws IOException {
    Measurement one = measured(1_000, 2_000_000);
    Measurement inTurns =
        new Measurement(
            one.latencies(),
            1_000,
            1_000,
            0,
            List.of(),
            2,
            0,
            Map.of("HEALTH", one, "UNREAD", one));
    LoadDefinition definition =
        new LoadDefinition(
            "load", URI.create("http://127.0.0.1:1/orders"), 200, null, Load.inTurns(), 2);

    new HttpResults(folder)
        .add(
            row(Load.inTurns()),
            definition,
            inTurns,
            JsonNodeFactory.instance.objectNode(),
            new ProcessorTime(70_000, 20_000, 0.5, 0.2, 0.02),
            MACHINE,
            false);

    assertThat(folder.resolve("accounts.json"))
        .content()
        .contains("PLAIN valid (NOT LEVEL, MACHINE BUSY, another service)");
  }

  @Test
  void countsAServiceAsAtWorkThatUsesItsOwnProcessorsUp() {
    assertThat(limit(1, 0.3)).isEmpty();
    assertThat(limit(0.6, 0.85)).isEmpty();
    assertThat(limit(0.6, 0.3)).isEqualTo("idle processors");
  }

  /** Of a service and a generator that have one processor each. */
  private static String limit(double service, double generator) {
    double load = ProcessorTime.load(service, 1, generator, 2);
    return new ProcessorTime(70_000, 20_000, generator, load, 0).limit(false);
  }

  @Test
  void marksARowOfWhichMostTurnsWereLimitedByOneThingOrAnother() throws IOException {
    HttpResults results = new HttpResults(folder);
    add(results, Load.closed(10), 1_000);
    add(results, Load.closed(10), 1_000, 0.91, 0.95, 0);
    add(results, Load.closed(10), 1_000, 0.5, 0.69, 0);
    add(results, Load.closed(10), 1_000, 0.5, 0.69, 0);
    add(results, Load.closed(10), 1_000);

    assertThat(written(0).at("/params/limit").asText()).isEqualTo("idle processors");
  }

  @Test
  void leavesOutARowThatFailsInALaterTurn() throws IOException {
    HttpResults results = new HttpResults(folder);
    add(results, Load.closed(10), 1_000);
    add(results, Load.closed(20), 1_000);

    results.remove(row(Load.closed(10)));

    assertThat(written(0).at("/params/connections").asText()).isEqualTo("20");
    assertThat(written(1)).isNull();

    results.remove(row(Load.closed(20)));

    assertThat(folder.resolve("jmh-result.json")).doesNotExist();
  }

  @Test
  void combinesTheRoundsOfARow() throws IOException {
    HttpResults results = new HttpResults(folder);
    add(results, Load.closed(10), 1_000);
    add(results, Load.closed(10), 1_000);
    HttpRow startUp = new HttpRow(HttpRow.START_UP, SESSION, RequestKind.VALID, Load.closed(1), 1);
    results.addStartUp(startUp, 800, MACHINE);
    results.addStartUp(startUp, 900, new MachineUse(OptionalDouble.of(33), 0));

    assertThat(written(0).at("/primaryMetric/rawData")).hasSize(2);
    assertThat(written(0).at("/secondaryMetrics/requestsPerSecond/rawData")).hasSize(2);
    assertThat(written(0).at("/secondaryMetrics/level/score").asInt()).isOne();
    assertThat(written(0).at("/primaryMetric/score").asDouble()).isEqualTo(70_000);
    assertThat(written(1).at("/primaryMetric/score").asDouble()).isEqualTo(850);
    assertThat(written(1).at("/machine/otherProgramsPercent").asDouble()).isEqualTo(28);
    assertThat(written(2)).isNull();
  }

  @Test
  void combinesTheFirstSecondsOfNewServices() throws IOException {
    HttpRow row = row(Load.firstSeconds(50));
    Measurement both = measured(1_960, 4_000_000).and(measured(2_000, 8_000_000));

    assertThat(new HttpResults(folder).addFirstSeconds(row, both, MACHINE))
        .isEqualTo("P50 8.00, P95 8.00, P99 8.00 ms");
    assertThat(written(0).at("/params/load").asText()).isEqualTo("first seconds at 1000 a second");
    assertThat(
            new HttpResults(folder)
                .addFirstSeconds(row, both.and(measured(1_500, 9_000_000)), MACHINE))
        .endsWith("the rate was NOT KEPT");
  }

  @Test
  void writesTheRatesOfTwoGenerators() throws IOException {
    new HttpResults(folder).addGenerators(row(Load.closed(10)), 900, 1_000);

    assertThat(List.of(written(0), written(1)))
        .allSatisfy(
            row -> assertThat(row.path("benchmark").asText()).endsWith("GeneratorsBenchmark.valid"))
        .extracting(
            row -> row.at("/params/generator").asText() + row.at("/primaryMetric/score").asInt())
        .containsExactlyInAnyOrder("HYPERFOIL900", "WRK1000");
  }
}
