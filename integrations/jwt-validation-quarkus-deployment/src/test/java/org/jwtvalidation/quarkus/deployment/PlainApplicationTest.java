// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quarkus.test.QuarkusUnitTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
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
    // Not of JUnit, whose fields are those of the instance outside of the application.
    Path file = Files.createTempFile("validations", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jwt.TokenValidation").withThreshold(Duration.ZERO);
      recording.enable("jwt.Request").withThreshold(Duration.ZERO);
      recording.start();
      String token = Issuer.ISSUER.token().compact();
      assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
      recording.stop();
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .extracting(event -> event.getEventType().getName())
        .contains("jwt.TokenValidation", "jwt.Request");
    Files.delete(file);
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
