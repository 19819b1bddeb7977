// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk-independent")
class HttpAnswersTest {

  @TempDir private Path folder;

  private final Fixture fixture = new Fixture();

  private ObjectNode row(String method, String mode, Map<String, String> facts, double score) {
    Map<String, String> all = new HashMap<>();
    all.put("service", "PLAIN");
    all.put("peer", method.endsWith("cached") ? "JWT_VALIDATION_CACHED" : "JWT_VALIDATION");
    all.put("algorithm", "RS256");
    all.put("connections", "50");
    all.putAll(facts);
    return Fixture.ofOneJvm(
        fixture.row("org.jwtvalidation.benchmark.http." + method, mode, 1, all, score, "us/op"));
  }

  private void layers() {
    row("LayersBenchmark.health", "avgt", Map.of(), 10);
    row("LayersBenchmark.cached", "avgt", Map.of(), 12);
    row("LayersBenchmark.valid", "avgt", Map.of(), 60);
    row("LayersBenchmark.missing", "avgt", Map.of(), 11);
  }

  private String summary() {
    return Report.write(fixture.in(folder));
  }

  private String words() {
    return summary().replaceAll("\\s+", " ");
  }

  @Test
  void saysWhatATokenCostsAService() {
    layers();
    for (String method : new String[] {"health", "cached", "valid"}) {
      row("LayersBenchmark." + method, "sample", Map.of("load", "1000 a second"), 70);
    }

    assertThat(words())
        .contains(
            "A request that needs no token takes 10.0 µs of the processors of a service without a"
                + " framework, one whose token is cached 12.0 µs, and one whose token is not 60.0 µs"
                + " (RS256).")
        .containsPattern(
            "At a constant rate, the P95 is [\\d.]+ µs for a request without a token, [\\d.]+ µs"
                + " for a request with a cached token, [\\d.]+ µs for a request with an uncached"
                + " one\\.");
  }

  @Test
  void mixesNoRatesInASentence() {
    for (String method : new String[] {"health", "cached", "valid"}) {
      String fast = method.equals("valid") ? "20000 a second, not kept" : "20000 a second";
      row("LayersBenchmark." + method, "sample", Map.of("load", fast), 7_000);
      row("LayersBenchmark." + method, "sample", Map.of("load", "1000 a second"), 70);
    }

    assertThat(words())
        .containsPattern(
            "At a constant rate of 1000 a second, the P95 is [\\d.]+ µs for a request without a"
                + " token, [\\d.]+ µs for a request with a cached token, [\\d.]+ µs for a request"
                + " with an uncached one\\.");
  }

  @Test
  void mixesNoNumbersOfConnectionsOrProcessorsInASentence() {
    Map<String, String> few = Map.of("connections", "10", "cpus", "1.5");
    row("LayersBenchmark.health", "avgt", Map.of("limit", "idle processors", "cpus", "1.5"), 11);
    row("LayersBenchmark.cached", "avgt", Map.of("cpus", "1.5"), 13);
    row("LayersBenchmark.valid", "avgt", Map.of("cpus", "1.5"), 61);
    row("LayersBenchmark.health", "avgt", few, 10);
    row("LayersBenchmark.cached", "avgt", few, 12);
    row("LayersBenchmark.valid", "avgt", few, 60);

    assertThat(words())
        .contains(
            "A request that needs no token takes 10.0 µs of the processors of a service without a"
                + " framework, one whose token is cached 12.0 µs, and one whose token is not 60.0 µs"
                + " (RS256 on 1.5 processors with 10 connections).");
  }

  @Test
  void comparesWhatValidatesTokensInAFramework() {
    for (String algorithm : new String[] {"RS256", "ES256"}) {
      Map<String, String> ours = Map.of("service", "QUARKUS", "algorithm", algorithm);
      row("QuarkusBenchmark.valid", "avgt", ours, 80);
      Map<String, String> other = new HashMap<>(ours);
      other.put("peer", "SMALLRYE_JWT");
      row("QuarkusBenchmark.valid", "avgt", other, algorithm.equals("RS256") ? 130 : 600);
    }

    assertThat(words())
        .contains(
            "Quarkus, RS256: a request with an uncached token takes 80.0 µs of the service's"
                + " processors, 1.63 times as much with SmallRye JWT.")
        .contains(
            "Quarkus, ES256: a request with an uncached token takes 80.0 µs of the service's"
                + " processors, 7.50 times as much with SmallRye JWT.")
        .contains("Quarkus (valid, RS256), times 80.0 µs: with SmallRye JWT 1.63")
        .contains("Quarkus (valid, ES256), times 80.0 µs: with SmallRye JWT 7.50");
  }

  @Test
  void formsARatioOfServicesInEachTurn() {
    layers();
    for (double score : new double[] {40, 80}) {
      String peer = score == 80 ? "JWT_VALIDATION" : "NIMBUS_AFTER_OUR_RESOLVER";
      ObjectNode row =
          row(
              "SpringMvcBenchmark.valid",
              "avgt",
              Map.of("service", "SPRING_MVC", "peer", peer),
              score);
      ArrayNode turns = ((ObjectNode) row.path("primaryMetric")).putArray("rawData");
      for (double turn : new double[] {1, 3, 2}) {
        turns.addArray().add(score * turn);
      }
      row.withObject("/secondaryMetrics/level").put("score", score == 80 ? 1 : 0);
    }

    assertThat(words())
        .contains(
            "Spring MVC (valid, RS256), times 160 µs: with Nimbus after our resolver 0.50 (doubtful)")
        .doesNotContain("a request with an uncached token takes")
        .contains("NOT LEVEL")
        .contains("Layers (valid, RS256), times 60.0 µs: with a cached token 0.20");
  }

  @ParameterizedTest
  @ValueSource(strings = {"another service", "idle processors", "busy generator"})
  void saysNothingOfAServiceThatSomethingElseHasLimited(String limit) {
    for (String method : new String[] {"health", "cached", "valid"}) {
      row("LayersBenchmark." + method, "avgt", Map.of("limit", limit), 10);
    }
    row("QuarkusBenchmark.valid", "avgt", Map.of("limit", limit), 80);
    row("QuarkusBenchmark.valid", "avgt", Map.of("peer", "SMALLRYE_JWT"), 130);

    assertThat(words())
        .doesNotContain("A request that needs no token takes", "times as much with")
        .doesNotContain("Quarkus: from")
        .contains("with SmallRye JWT not shown (" + limit + ")");
  }

  @Test
  void saysNothingOfLatencyAtARateThatWasNotKept() {
    for (String method : new String[] {"health", "cached", "valid"}) {
      row("LayersBenchmark." + method, "sample", Map.of("load", "1000 a second, not kept"), 70);
    }

    assertThat(words()).doesNotContain("At a constant rate");
  }

  @Test
  void saysNothingOfTheLatencyOfAServiceThatWasNeverLevel() {
    for (String method : new String[] {"health", "cached", "valid"}) {
      ObjectNode row =
          row("LayersBenchmark." + method, "sample", Map.of("load", "1000 a second"), 70);
      // One turn, which has latencies instead of rounds.
      ((ObjectNode) row.path("primaryMetric")).remove("rawData");
      fixture.counter(row, "level", 0);
    }

    assertThat(words())
        .doesNotContain("At a constant rate", "in 1 of 0 JVMs")
        .contains("NOT LEVEL");
  }

  @Test
  void comparesOtherRowsByTheirExtremes() {
    row("TlsBenchmark.cached", "avgt", Map.of("transport", "TLS"), 30);
    row("TlsBenchmark.cached", "avgt", Map.of("transport", "CLEAR"), 20);
    row("TlsBenchmark.cached", "sample", Map.of("transport", "TLS"), 900);
    row("TlsBenchmark.cached", "sample", Map.of("transport", "CLEAR"), 700);

    assertThat(words())
        .contains("Tls: from 20.0 µs (cached, clear) to 30.0 µs (cached, TLS).")
        .contains("Tls, latency: from 700 µs (cached, clear) to 900 µs (cached, TLS).");
  }

  @Test
  void findsNoExtremesAmongMarkedRows() {
    row("TlsBenchmark.cached", "avgt", Map.of("algorithm", "RS512", "limit", "busy generator"), 90);
    row("TlsBenchmark.cached", "avgt", Map.of("algorithm", "ES256"), 30);
    row("TlsBenchmark.cached", "avgt", Map.of("algorithm", "RS256"), 20);
    String notKept = "1000 a second, not kept";
    row("TlsBenchmark.cached", "sample", Map.of("transport", "TLS", "load", notKept), 900);
    row("TlsBenchmark.cached", "sample", Map.of("transport", "CLEAR"), 700);

    assertThat(words())
        .contains("Tls: from 20.0 µs (cached, RS256) to 30.0 µs (cached, ES256).")
        .doesNotContain("Tls, latency: from");
  }

  @Test
  void namesEachRowByWhatDiffersWhateverItsLength() {
    layers();
    for (String service : new String[] {"SPRING_MVC", "SPRING_WEBFLUX"}) {
      for (String rate : new String[] {"1000 a second", "20000 a second, not kept"}) {
        row("SpringBenchmark.cached", "sample", Map.of("service", service, "load", rate), 70);
      }
    }

    String summary = summary();
    assertThat(summary)
        .contains("  Layers.missing [PLAIN, JWT_VALIDATION] ")
        .contains("\n  Spring.cached [20000 a second, not kept, SPRING_WEBFLUX]\n")
        .doesNotContain("…");
    assertThat(summary.lines().filter(line -> line.startsWith("  Spring.cached"))).hasSize(4);
    assertThat(summary).contains("Ratios compare the times of an operation: below 1 is faster.");
  }

  @Test
  void comparesNoServiceThatWaitedForSomethingElseThanItsProcessors() {
    layers();
    Map<String, String> idle = Map.of("limit", "idle processors");
    row("QuarkusBenchmark.valid", "avgt", Map.of(), 40);
    row("QuarkusBenchmark.missing", "avgt", idle, 20);
    row("SpringBenchmark.valid", "avgt", Map.of(), 40);
    row("SpringBenchmark.missing", "avgt", Map.of("limit", "busy generator"), 20);

    assertThat(words())
        .contains("Quarkus.missing, times valid: not shown (idle processors)")
        .contains("Spring.missing, times valid: not shown (busy generator)");
  }
}
