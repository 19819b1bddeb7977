package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds our phases of requests against the times that Quarkus's own HTTP server measures. */
@Tag("once")
class RequestTimesTest {

  private static final int REQUESTS = 50;
  private static final String WHOLE = "phase=\"request_processing\"";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .setForcedDependencies(Application.extension("quarkus-micrometer-registry-prometheus"));

  private static double sum(List<String> lines, String meter, String tag) {
    return lines.stream()
        .filter(line -> line.startsWith(meter + "{") && line.contains(tag))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void arePartsOfTheTimesOfTheServer() throws InterruptedException {
    String token = "Bearer " + Issuer.ISSUER.token().compact();
    String expired = "Bearer " + Issuer.ISSUER.token().expired().compact();
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(Client.get("/orders/mine", token).statusCode()).isEqualTo(200);
      assertThat(Client.get("/orders/mine", expired).statusCode()).isEqualTo(401);
      assertThat(Client.get("/orders/mine").statusCode()).isEqualTo(401);
      // Refused by Quarkus, which decides after us.
      assertThat(Client.get("/orders/clerks", token).statusCode()).isEqualTo(403);
    }
    List<String> lines = settledMetrics();

    assertThat(sum(lines, "http_server_requests_seconds_count", "status=\"403\""))
        .isEqualTo(REQUESTS);
    assertThat(sum(lines, "jwt_http_request_seconds_count", WHOLE)).isEqualTo(4 * REQUESTS);
    assertThat(sum(lines, "jwt_http_requests_total", "outcome")).isEqualTo(4 * REQUESTS);
    assertThat(sum(lines, "jwt_http_requests_total", "outcome=\"success\"")).isEqualTo(REQUESTS);
    assertThat(sum(lines, "jwt_http_requests_total", "outcome=\"insufficient_permissions\""))
        .isEqualTo(REQUESTS);
    assertThat(sum(lines, "jwt_http_requests_total", "outcome=\"invalid_token\""))
        .isEqualTo(REQUESTS);
    assertThat(sum(lines, "jwt_http_requests_total", "outcome=\"missing_token\""))
        .isEqualTo(REQUESTS);

    double whole = sum(lines, "jwt_http_request_seconds_sum", WHOLE);
    double phases = sum(lines, "jwt_http_request_seconds_sum", "phase=") - whole;
    assertThat(phases).isPositive().isCloseTo(whole, within(1e-6));
    assertThat(sum(lines, "http_server_requests_seconds_sum", "")).isGreaterThan(phases);
  }

  /** The server counts a request when its response is written, which the client may see before. */
  private static List<String> settledMetrics() throws InterruptedException {
    List<String> lines = List.of();
    for (int tries = 0; tries < 50; tries++) {
      lines = Client.get("/q/metrics").body().lines().toList();
      if (sum(lines, "http_server_requests_seconds_count", "") >= 4 * REQUESTS) {
        break;
      }
      Thread.sleep(100);
    }
    assertThat(sum(lines, "http_server_requests_seconds_count", "")).isEqualTo(4 * REQUESTS);
    return lines;
  }
}
