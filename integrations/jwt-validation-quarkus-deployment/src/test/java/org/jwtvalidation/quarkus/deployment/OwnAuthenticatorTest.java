// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.ProtectedResource;

@Tag("jdk-independent")
class OwnAuthenticatorTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(Orders.class, Client.class, OwnValidatorTest.Own.class, Own.class)
          .overrideConfigKey("quarkus.http.auth.permission.all.paths", "/*")
          .overrideConfigKey("quarkus.http.auth.permission.all.policy", "authenticated");

  @Singleton
  public static class Own {

    @Produces
    @Singleton
    BearerAuthenticator authenticator(TokenValidator validator) {
      return BearerAuthenticator.builder(validator)
          .resource(
              ProtectedResource.builder(URI.create("https://orders.example/v2"))
                  .authorizationServers("https://issuer.example")
                  .build())
          .build();
    }
  }

  @Test
  void servesTheMetadataThatItsChallengesName() {
    assertThat(Client.answer(Client.get("/orders/mine")))
        .isEqualTo(
            "401 Bearer realm=\"api\", resource_metadata=\"https://orders.example"
                + "/.well-known/oauth-protected-resource/v2\"");
    assertThat(Client.answer(Client.get("/.well-known/oauth-protected-resource/v2")))
        .isEqualTo(
            "200 [{\"resource\":\"https://orders.example/v2\","
                + "\"authorization_servers\":[\"https://issuer.example\"],"
                + "\"bearer_methods_supported\":[\"header\"]}]");
  }
}
