// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Probes of an application whose servlet is not at the root. */
@Tag("jdk-independent")
@Timeout(300)
class ProbesBelowServletPathTest {

  private static ConfigurableApplicationContext run(String... more) {
    List<String> properties =
        new ArrayList<>(
            List.of(
                "jwt-validation.issuers.shop.url=https://issuer.example",
                "jwt-validation.issuers.shop.audience=orders-api",
                "jwt-validation.issuers.shop.keys.file=src/test/resources/keys.json",
                "spring.mvc.servlet.path=/api",
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.probes.add-additional-paths=true"));
    properties.addAll(List.of(more));
    return ServletApplicationTest.start(
        ServletApplicationTest.App.class, properties.toArray(String[]::new));
  }

  private static int port(ConfigurableApplicationContext context) {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  private static void assertStatus(int expected, int port, String... paths) {
    for (String path : paths) {
      assertThat(Answer.get(port, path).status()).as(path).isEqualTo(expected);
    }
  }

  @Test
  void areOpen() {
    try (ConfigurableApplicationContext context = run()) {
      assertStatus(
          200,
          port(context),
          "/api/actuator/health/liveness",
          "/api/actuator/health/readiness",
          "/api/livez",
          "/api/readyz");
      assertStatus(
          401,
          port(context),
          "/api/actuator/health",
          "/api/actuator/health/api/liveness",
          "/api/name",
          "/api/api/livez",
          "/api/actuator/api/health/liveness",
          "/livez",
          "/actuator/health/liveness",
          "/apiactuator/health/liveness",
          "/other/livez",
          "/api/");
    }
  }

  @Test
  void areOpenOnAPortOfTheirOwn() {
    try (ConfigurableApplicationContext context =
        run("management.server.port=0", "management.endpoints.web.base-path=/api")) {
      int management =
          Integer.parseInt(
              Objects.requireNonNull(
                  context.getEnvironment().getProperty("local.management.port")));
      assertStatus(200, management, "/api/health/liveness", "/api/health/readiness");
      assertStatus(401, management, "/api/api/health/liveness", "/health/liveness", "/api/livez");
      assertStatus(200, port(context), "/api/livez", "/api/readyz");
      assertStatus(401, port(context), "/livez", "/api/health/liveness");
    }
  }
}
