// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quarkus.test.QuarkusUnitTest;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application with the extension, an issuer, and nothing else that concerns tokens. */
@Tag("jdk-independent")
class PlainApplicationTest {

  @RegisterExtension static final QuarkusUnitTest APPLICATION = Application.orders();

  @Test
  void recordsValidationsAndRequestsIfTheModuleIsThere() throws Exception {
    assertThat(RecordedRequest.events()).contains("jwt.TokenValidation", "jwt.Request");
  }

  @Test
  void startsNoIssuerBesideTheConfiguredOne() {
    Config config = ConfigProvider.getConfig();
    assertThat(config.getOptionalValue("jwt-validation.issuers.shop.url", String.class))
        .isPresent();
    assertThat(config.getOptionalValue("jwt-validation.issuers.dev.url", String.class)).isEmpty();
  }

  @Test
  void needsNeitherMicrometerNorHealthChecks() {
    assertThat(Client.get("/ping").statusCode()).isEqualTo(200);
    for (String absent :
        new String[] {
          "io.micrometer.core.instrument.MeterRegistry",
          "org.eclipse.microprofile.health.HealthCheck"
        }) {
      assertThatExceptionOfType(ClassNotFoundException.class)
          .isThrownBy(() -> Class.forName(absent));
    }
  }
}
