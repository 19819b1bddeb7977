// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.testkit.TestIssuer;

class HttpMetersTest {

  @Test
  void countsOutcomesAndMeasuresPhases() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    HttpMeters meters = new HttpMeters();
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    meters.bindTo(registry);
    try (TokenValidator validator = issuer.validator().build()) {
      BearerAuthenticator bearer = BearerAuthenticator.builder(validator).monitor(meters).build();
      AccessRule read = AccessRule.scope("read");
      for (List<String> authorization :
          List.of(
              List.<String>of(),
              List.of("Bearer"),
              List.of("Bearer a.b.c"),
              List.of("Bearer " + issuer.token().compact()),
              List.of("Bearer " + issuer.token().scope("read").compact()))) {
        BearerRequest request = BearerRequest.of("GET", "/", name -> authorization);
        assertThat(bearer.authenticate(request, read)).isNotNull();
      }
    }
    Exposition scrape = new Exposition(registry.scrape());
    for (String outcome :
        List.of(
            "missing_token",
            "invalid_request",
            "invalid_token",
            "insufficient_permissions",
            "success")) {
      assertThat(scrape.value("jwt_http_requests_total", "outcome", outcome)).isEqualTo(1);
    }
    assertThat(scrape.value("jwt_http_requests_total", "outcome", "unavailable")).isZero();
    String count = "jwt_http_request_seconds_count";
    assertThat(scrape.value(count, "phase", "request_processing")).isEqualTo(5);
    assertThat(scrape.value(count, "phase", "token_validation")).isEqualTo(3);
    assertThat(scrape.value(count, "phase", "authorization_check")).isEqualTo(2);
    String sum = "jwt_http_request_seconds_sum";
    double whole = scrape.value(sum, "phase", "request_processing");
    assertThat(scrape.sum(sum) - whole).as("the phases add up").isCloseTo(whole, offset(1e-6));
  }

  @Test
  void countsProofsOfPossession() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    HttpMeters meters = new HttpMeters();
    meters.bindTo(registry);
    meters.begin().ended(new Ended(null, ProofResult.REPLAYED));

    Exposition scrape = new Exposition(registry.scrape());
    assertThat(scrape.value("jwt_pop_proofs_total", "result", "replayed")).isEqualTo(1);
    for (String result : List.of("accepted", "not_needed", "nonce_needed", "undecided")) {
      assertThat(scrape.value("jwt_pop_proofs_total", "result", result)).isZero();
    }
    assertThat(scrape.sum("jwt_http_requests_total")).as("a request without an answer").isZero();
  }

  private record Ended(@Nullable RequestOutcome outcome, @Nullable ProofResult proof)
      implements HttpMonitor.Report {}

  @Test
  void refusesOtherMetersInTheSameRegistry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    HttpMeters meters = new HttpMeters();
    meters.bindTo(registry);
    meters.bindTo(registry);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HttpMeters().bindTo(registry))
        .withMessageContaining("share them among the authenticators");
  }
}
