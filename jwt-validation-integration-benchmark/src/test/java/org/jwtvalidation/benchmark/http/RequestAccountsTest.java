// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RequestAccountsTest {

  private final RequestAccounts accounts = new RequestAccounts();

  private static Measurement measured(long nanos, Map<String, Measurement> inTurns) {
    Histogram latencies = new Histogram(5);
    latencies.recordValue(nanos);
    return new Measurement(latencies, 1, 1, 0, List.of(), 1, 0, inTurns);
  }

  private void add(Subject subject, long health, long unread, long valid, String account)
      throws IOException {
    add(new HttpRow.Session(subject, KeyKind.RS256), health, unread, valid, account);
  }

  private void add(HttpRow.Session session, long health, long unread, long valid, String account)
      throws IOException {
    Map<String, Measurement> inTurns =
        Map.of("HEALTH", measured(health, Map.of()), "UNREAD", measured(unread, Map.of()));
    accounts.add(
        new HttpRow(HttpRow.ACCOUNT, session, RequestKind.VALID, Load.inTurns(), 1),
        measured(valid, inTurns),
        new ObjectMapper().readTree(account),
        List.of());
  }

  @Test
  void dividesARequestAmongTheParts() throws IOException {
    add(
        Subject.ours(Service.PLAIN),
        80_000,
        85_000,
        110_000,
        """
        {"phases": {"TOKEN_EXTRACTION": {"count": 10, "nanos": 2000}},
         "steps": {"SIGNATURE_VALIDATION": {"count": 10, "nanos": 200000},
                   "COMPLETE_VALIDATION": {"count": 10, "nanos": 210000}}}
        """);

    assertThat(accounts.json())
        .singleElement()
        .satisfies(account -> {
          assertThat(account.path("name").asText()).isEqualTo("PLAIN valid");
          assertThat(part(account, "network and server")).isEqualTo(80_000);
          assertThat(part(account, "octets of the token")).isEqualTo(5_000);
          assertThat(part(account, "token extraction")).isEqualTo(200);
          assertThat(part(account, "signature validation")).isEqualTo(20_000);
          assertThat(part(account, "the rest")).isEqualTo(4_800);
          assertThat(account.path("parts")).hasSize(5);
        });
  }

  @Test
  void findsWhatTheFrameworkTakesByACachedToken() throws IOException {
    String step =
        """
        {"steps": {"%s": {"count": 10, "nanos": %d}}}
        """;
    add(
        Subject.ours(Service.QUARKUS),
        80_000,
        85_000,
        120_000,
        step.formatted("SIGNATURE_VALIDATION", 200_000));
    add(
        Subject.oursCached(Service.QUARKUS),
        70_000,
        76_000,
        89_000,
        step.formatted("CACHE_LOOKUP", 1_000));

    assertThat(accounts.json())
        .satisfiesExactlyInAnyOrder(
            account -> {
              assertThat(account.path("name").asText()).isEqualTo("QUARKUS valid");
              assertThat(part(account, "service and framework")).isEqualTo(12_900);
              assertThat(part(account, "the rest")).isEqualTo(2_100);
            },
            account -> {
              assertThat(account.path("name").asText()).isEqualTo("QUARKUS cached");
              assertThat(part(account, "cache lookup")).isEqualTo(100);
              assertThat(part(account, "service and framework")).isEqualTo(12_900);
              assertThat(account.path("parts").has("the rest")).isFalse();
            });
  }

  @Test
  void namesTheProcessorsThatAServiceMayUse() throws IOException {
    add(new HttpRow.Session(Subject.ours(Service.PLAIN), KeyKind.RS256, 1.5), 8, 9, 10, "{}");

    assertThat(accounts.json().get(0).path("name").asText())
        .isEqualTo("PLAIN valid on 1.5 processors");
  }

  private static long part(JsonNode account, String name) {
    return Math.round(account.path("parts").path(name).asDouble());
  }

  @Test
  void hasNoAccountOfOtherLoads() throws IOException {
    accounts.add(
        new HttpRow(
            HttpRow.LAYERS,
            new HttpRow.Session(Subject.ours(Service.PLAIN), KeyKind.RS256),
            RequestKind.VALID,
            Load.closed(1),
            1),
        measured(110_000, Map.of()),
        new ObjectMapper().readTree("{}"),
        List.of());

    assertThat(accounts.json()).isEmpty();
  }
}
