// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.TokenValidator;

@Tag("jdk-independent")
@Tag("dev-mode")
class DisabledBesideOidcTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(Ping.class, Client.class)
          .setForcedDependencies(Application.extensions("quarkus-oidc"))
          .overrideConfigKey("quarkus.devservices.enabled", "false")
          .overrideConfigKey("quarkus.oidc.tenant-enabled", "false")
          .overrideConfigKey("jwt-validation.enabled", "false");

  @Test
  void leavesBearerTokensToTheRealExtension() {
    assertThat(Arc.container().instance(TokenValidator.class).isAvailable()).isFalse();
    assertThat(Arc.container().listAll(HttpAuthenticationMechanism.class))
        .extracting(mechanism -> mechanism.getBean().getBeanClass().getName())
        .contains("io.quarkus.oidc.runtime.OidcAuthenticationMechanism")
        .noneMatch(name -> name.startsWith("org.jwtvalidation"));
    assertThat(Client.get("/ping").statusCode()).isEqualTo(200);
  }
}
