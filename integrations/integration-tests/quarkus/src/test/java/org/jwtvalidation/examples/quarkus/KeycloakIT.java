// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.keycloak.KeycloakServer;
import org.jwtvalidation.keycloak.Shop;

/** The service with users of a real Keycloak. */
class KeycloakIT {

  private static KeycloakServer keycloak;
  private static PackagedService service;

  @BeforeAll
  static void start() throws Exception {
    keycloak = KeycloakServer.start();
    service =
        PackagedService.start(
            "-Djwt-validation.issuers.shop.url=" + keycloak.issuer(),
            "-Djwt-validation.issuers.shop.keys.allow-loopback-http=true");
    service.until("/q/health/ready", 200);
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

  private static int status(String method, String path, String token) throws Exception {
    return service.send(method, path, token).statusCode();
  }

  @Test
  void servesUsers() throws Exception {
    assertThat(status("GET", "/orders/mine", token("jo"))).isEqualTo(200);
  }

  @Test
  void refusesOtherTokens() throws Exception {
    String token = token("jo");
    char first = token.charAt(token.lastIndexOf('.') + 1);
    String changed =
        new StringBuilder(token)
            .replace(
                token.lastIndexOf('.') + 1, token.lastIndexOf('.') + 2, first == 'A' ? "B" : "A")
            .toString();
    assertThat(status("GET", "/orders/mine", changed)).isEqualTo(401);
    assertThat(status("GET", "/orders/mine", null)).isEqualTo(401);
  }

  @Test
  void asksForRolesOfTheRealm() throws Exception {
    assertThat(status("DELETE", "/orders", token("jo"))).isEqualTo(403);
    assertThat(status("DELETE", "/orders", token("kim"))).isEqualTo(204);
  }

  @Test
  void asksForScopes() throws Exception {
    assertThat(status("GET", "/orders", token("jo"))).isEqualTo(403);
  }
}
