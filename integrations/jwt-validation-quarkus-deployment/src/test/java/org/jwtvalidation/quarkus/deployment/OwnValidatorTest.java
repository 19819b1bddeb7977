// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;

@Tag("jdk-independent")
class OwnValidatorTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(Orders.class, Client.class, Own.class)
          .overrideConfigKey("jwt-validation.resource.url", "https://orders.example/v1");

  @Singleton
  public static class Own {

    static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");

    @Produces
    @Singleton
    TokenValidator validator() {
      return ISSUER.validator().build();
    }
  }

  @Test
  void backsOff() {
    String token = Own.ISSUER.token().subject("jo").compact();
    assertThat(Client.answer(Client.get("/orders/mine", "Bearer " + token)))
        .isEqualTo("200 [jo jo jo worker]");
  }

  @Test
  void servesTheMetadataOfTheResourceAndPointsToThem() {
    assertThat(Client.answer(Client.get("/orders/mine")))
        .isEqualTo(
            "401 Bearer realm=\"api\", resource_metadata=\"https://orders.example"
                + "/.well-known/oauth-protected-resource/v1\"");
    assertThat(Client.get("/.well-known/oauth-protected-resource/v1").body())
        .isEqualTo(
            "{\"resource\":\"https://orders.example/v1\","
                + "\"authorization_servers\":[\"https://issuer.example\"],"
                + "\"bearer_methods_supported\":[\"header\"]}");
  }
}
