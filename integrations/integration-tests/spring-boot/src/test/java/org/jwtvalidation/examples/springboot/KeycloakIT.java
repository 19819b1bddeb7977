// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.keycloak.KeycloakServer;
import org.jwtvalidation.keycloak.Shop;
import org.jwtvalidation.testkit.Tampering;

/** The service with users of a real Keycloak. */
class KeycloakIT {

  private static KeycloakServer keycloak;
  private static PackagedService service;

  @BeforeAll
  static void start() throws Exception {
    keycloak = KeycloakServer.start();
    service =
        PackagedService.start(
            "-Dspring.security.oauth2.resourceserver.jwt.issuer-uri=" + keycloak.issuer());
  }

  @AfterAll
  static void stop() throws Exception {
    if (service != null) {
      service.close();
    }
    if (keycloak != null) {
      keycloak.close();
    }
  }

  private static String token(String user) throws Exception {
    return new Shop(keycloak.issuer()).accessToken(user);
  }

  private static int status(String path, String token) throws Exception {
    return service.get(path, token).statusCode();
  }

  @Test
  void asksForRolesOfTheRealm() throws Exception {
    assertThat(status("/refunds", token("kim"))).isEqualTo(200);
    assertThat(status("/refunds", token("jo"))).isEqualTo(403);
  }

  @Test
  void asksForScopes() throws Exception {
    assertThat(status("/orders", token("kim"))).isEqualTo(403);
  }

  @Test
  void refusesOtherTokens() throws Exception {
    assertThat(status("/refunds", Tampering.flipSignatureBit(token("kim")))).isEqualTo(401);
    assertThat(status("/refunds", null)).isEqualTo(401);
  }

  @Test
  void skipsNoKeyForSignatures() throws Exception {
    assertThat(service.get("/actuator/jwtValidation", token("jo")).body())
        .contains("\"skipped\":[]", "\"algorithm\":\"RS256\"");
  }
}
