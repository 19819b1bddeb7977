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
    Histogram latencies = new Histogram(5);
    latencies.recordValue(nanos);
    HttpRow row =
        new HttpRow(
            HttpRow.ACCOUNT,
            new HttpRow.Session(Subject.ours(Service.PLAIN), KeyKind.RS256),
            kind,
            Load.closed(1),
            1);
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

  private static long part(JsonNode account, String name) {
    return Math.round(account.path("parts").path(name).asDouble());
  }

  @Test
  void hasNoAccountWithoutItsBaselines() throws IOException {
    add(RequestKind.VALID, 110_000, "{}");
    assertThat(accounts.json()).isEmpty();
  }
}
