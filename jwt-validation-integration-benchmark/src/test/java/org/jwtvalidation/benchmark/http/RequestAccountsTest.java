package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RequestAccountsTest {

  private final RequestAccounts accounts = new RequestAccounts();

  private void add(RequestKind kind, long nanos, String account) throws IOException {
    add(Subject.ours(Service.PLAIN), kind, nanos, account);
  }

  private void add(Subject subject, RequestKind kind, long nanos, String account)
      throws IOException {
    Histogram latencies = new Histogram(5);
    latencies.recordValue(nanos);
    HttpRow row =
        new HttpRow(
            HttpRow.ACCOUNT, new HttpRow.Session(subject, KeyKind.RS256), kind, Load.closed(1), 1);
    accounts.add(
        row,
        new Measurement(latencies, 1, 1, 0, List.of(), 1),
        new ObjectMapper().readTree(account));
  }

  @Test
  void dividesTheMedianRoundAmongTheParts() throws IOException {
    String validated =
        """
        {"phases": {"TOKEN_EXTRACTION": {"count": 10, "nanos": 2000}},
         "steps": {"SIGNATURE_VALIDATION": {"count": 10, "nanos": 200000},
                   "COMPLETE_VALIDATION": {"count": 10, "nanos": 210000}}}
        """;
    for (long disturbance : new long[] {0, 40_000, 0}) {
      add(RequestKind.HEALTH, 80_000 + disturbance, "{}");
      add(RequestKind.UNREAD, 85_000 + disturbance, "{}");
      add(RequestKind.VALID, 110_000 + disturbance, validated);
    }

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
    Subject uncached = Subject.ours(Service.QUARKUS);
    add(uncached, RequestKind.HEALTH, 80_000, "{}");
    add(uncached, RequestKind.UNREAD, 85_000, "{}");
    add(uncached, RequestKind.VALID, 120_000, step.formatted("SIGNATURE_VALIDATION", 200_000));
    Subject cached = Subject.oursCached(Service.QUARKUS);
    add(cached, RequestKind.HEALTH, 70_000, "{}");
    add(cached, RequestKind.UNREAD, 76_000, "{}");
    add(cached, RequestKind.VALID, 89_000, step.formatted("CACHE_LOOKUP", 1_000));

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

  private static long part(JsonNode account, String name) {
    return Math.round(account.path("parts").path(name).asDouble());
  }

  @Test
  void hasNoAccountWithoutItsBaselines() throws IOException {
    add(RequestKind.VALID, 110_000, "{}");
    assertThat(accounts.json()).isEmpty();
  }
}
