// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class MetricsTest {

  private static final int REQUESTS = 50;
  private static final String SERVER_COUNT = "http_server_requests_seconds_count";
  private static final String WHOLE = "phase=\"request_processing\"";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Scrapes.class).setForcedDependencies(Application.OBSERVATION);

  /** What is shown before and after some requests, since the tests share the meters. */
  private record Scrapes(List<String> before, List<String> after) {

    static List<String> lines() {
      return Client.get("/q/metrics").body().lines().toList();
    }

    /** Quarkus's server counts a request once it is answered, which the client may see before. */
    static Scrapes since(List<String> before, int requests) {
      Await.until(() -> new Scrapes(before, lines()).added(SERVER_COUNT, "") >= requests);
      Scrapes scrapes = new Scrapes(before, lines());
      assertThat(scrapes.added(SERVER_COUNT, "")).isEqualTo(requests);
      return scrapes;
    }

    double added(String meter, String tag) {
      return sum(after, meter, tag) - sum(before, meter, tag);
    }

    double outcomes(String outcome) {
      return added("jwt_http_requests_total", "outcome=\"" + outcome + "\"");
    }

    private static double sum(List<String> lines, String meter, String tag) {
      return lines.stream()
          .filter(line -> line.startsWith(meter + "{") && line.contains(tag))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }

  @Test
  void showsValidationsRequestsAndKeys() {
    List<String> before = Scrapes.lines();
    String token = Issuer.ISSUER.token().compact();
    assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
    assertThat(Client.get("/orders/mine", "Bearer x").statusCode()).isEqualTo(401);
    assertThat(Client.get("/orders/mine").statusCode()).isEqualTo(401);
    assertThat(Client.get("/ping").statusCode()).isEqualTo(200);
    Scrapes scrapes = Scrapes.since(before, 4);

    assertThat(scrapes.outcomes("success")).isEqualTo(1);
    assertThat(scrapes.outcomes("invalid_token")).isEqualTo(1);
    assertThat(scrapes.outcomes("missing_token")).isEqualTo(1);
    assertThat(scrapes.added("jwt_validation_seconds_count", "outcome=\"accepted\"")).isEqualTo(1);
    assertThat(scrapes.added("jwt_validation_seconds_count", "outcome=\"rejected\"")).isEqualTo(1);
    assertThat(scrapes.after)
        .anyMatch(line ->
            line.startsWith("jwt_validation_step_seconds_bucket")
                && line.contains("step=\"signature_validation\"")
                && line.contains("le=\"0.001\""))
        .anyMatch(line -> line.startsWith("jwt_keys{issuer=\"" + Issuer.ISSUER.issuer()));
  }

  /** Holds our phases of requests against the times that Quarkus's own HTTP server measures. */
  @Test
  void showsTimesOfRequestsThatArePartsOfThoseOfTheServer() {
    List<String> before = Scrapes.lines();
    String token = "Bearer " + Issuer.ISSUER.token().compact();
    String expired = "Bearer " + Issuer.ISSUER.token().expired().compact();
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(Client.get("/orders/mine", token).statusCode()).isEqualTo(200);
      assertThat(Client.get("/orders/mine", expired).statusCode()).isEqualTo(401);
      assertThat(Client.get("/orders/mine").statusCode()).isEqualTo(401);
      // Refused by Quarkus, which decides after us.
      assertThat(Client.get("/orders/clerks", token).statusCode()).isEqualTo(403);
    }
    Scrapes scrapes = Scrapes.since(before, 4 * REQUESTS);

    assertThat(scrapes.added(SERVER_COUNT, "status=\"403\"")).isEqualTo(REQUESTS);
    assertThat(scrapes.added("jwt_http_request_seconds_count", WHOLE)).isEqualTo(4 * REQUESTS);
    assertThat(scrapes.added("jwt_http_requests_total", "outcome")).isEqualTo(4 * REQUESTS);
    assertThat(scrapes.outcomes("success")).isEqualTo(REQUESTS);
    assertThat(scrapes.outcomes("insufficient_permissions")).isEqualTo(REQUESTS);
    assertThat(scrapes.outcomes("invalid_token")).isEqualTo(REQUESTS);
    assertThat(scrapes.outcomes("missing_token")).isEqualTo(REQUESTS);

    double whole = scrapes.added("jwt_http_request_seconds_sum", WHOLE);
    double phases = scrapes.added("jwt_http_request_seconds_sum", "phase=") - whole;
    assertThat(phases).isPositive().isCloseTo(whole, within(1e-6));
    // Not a matter of speed: what we measure begins after the server has begun, and ends before.
    assertThat(scrapes.added("http_server_requests_seconds_sum", "")).isGreaterThan(phases);
  }
}
