// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.testkit.TestIssuer;

@Timeout(600)
class PackagedServiceIT {

  private final TestIssuer issuer = TestIssuer.start();
  private PackagedService service;

  @BeforeEach
  void start() throws Exception {
    // The readiness decides below when the service has its keys.
    issuer.disconnect();
    service =
        PackagedService.start(
            "-Djwt-validation.issuers.shop.url=" + issuer.issuer(),
            "-Djwt-validation.issuers.shop.audience=" + issuer.audience(),
            "-Djwt-validation.issuers.shop.keys.allow-loopback-http=true");
  }

  @AfterEach
  void stop() throws Exception {
    service.close();
    issuer.close();
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    return service.send("GET", path, token);
  }

  @Test
  void answersWhateverTheIssuerDoes() throws Exception {
    String token = issuer.token().subject("jo").scope("orders:read").compact();
    assertThat(get("/q/health/ready", null).statusCode()).isEqualTo(503);
    HttpResponse<String> undecided = get("/orders", token);
    assertThat(undecided.statusCode()).isEqualTo(503);
    assertThat(undecided.headers().firstValue("Retry-After")).get().asString().matches("[0-9]+");
    issuer.reconnect();
    service.until("/q/health/ready", 200);
    assertThat(get("/orders", token).body()).isEqualTo("all orders");
    assertThat(get("/orders/mine", token).body()).isEqualTo("orders of jo");
    assertThat(get("/orders", issuer.token().compact()).statusCode()).isEqualTo(403);
    HttpResponse<String> missing = get("/orders", null);
    assertThat(missing.statusCode()).isEqualTo(401);
    assertThat(missing.headers().firstValue("WWW-Authenticate"))
        .contains("Bearer realm=\"api\", scope=\"orders:read\"");
    assertThat(get("/orders", issuer.token().expired().compact()).statusCode()).isEqualTo(401);
    assertThat(get("/q/metrics", null).body())
        .contains("jwt_http_requests_total{outcome=\"unavailable\"} 1.0")
        .contains("jwt_http_requests_total{outcome=\"invalid_token\"} 1.0");
  }
}
