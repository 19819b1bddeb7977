// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.testkit.TestIssuer;

@Timeout(300)
class PackagedServiceIT {

  @Test
  void answersWhateverTheIssuerDoes() throws Exception {
    try (TestIssuer issuer = TestIssuer.builder().audience("orders-api").start()) {
      issuer.disconnect();
      try (PackagedService service =
          PackagedService.start(
              "-Dspring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuer.issuer())) {
        assertThat(Files.readString(Path.of("target/service.log")))
            .contains("Starting AOT-processed OrdersApplication");
        String token = issuer.token().subject("jo").scope("orders:read").compact();
        HttpResponse<String> undecided = service.get("/orders", token);
        assertThat(undecided.statusCode()).isEqualTo(503);
        assertThat(undecided.headers().firstValue("Retry-After")).get().asString().matches("\\d+");
        issuer.reconnect();
        service.until("/orders", token, 200);
        assertThat(service.get("/orders", token).body()).isEqualTo("orders of jo");
        assertThat(service.get("/orders", null).statusCode()).isEqualTo(401);
        assertThat(service.get("/orders", issuer.token().expired().compact()).statusCode())
            .isEqualTo(401);
        assertThat(service.get("/orders", issuer.token().compact()).statusCode()).isEqualTo(403);
        assertThat(service.get("/actuator/jwtValidation", token).body())
            .contains("\"inForce\":[{\"kid\":\"" + issuer.key().keyId() + "\"", "\"EXPIRED\":1");
      }
    }
  }
}
