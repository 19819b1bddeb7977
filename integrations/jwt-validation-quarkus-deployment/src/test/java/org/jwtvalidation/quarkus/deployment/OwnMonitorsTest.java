// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.jfr.JfrHttpMonitor;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.micrometer.HttpMeters;
import org.jwtvalidation.micrometer.ValidationMeters;

@Tag("jdk-independent")
class OwnMonitorsTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Own.class).setForcedDependencies(Application.OBSERVATION);

  /** Beans of the application. */
  @Singleton
  public static class Own {

    @Produces
    @Singleton
    JfrMonitor recorder() {
      return new JfrMonitor();
    }

    @Produces
    @Singleton
    JfrHttpMonitor recorderOfRequests() {
      return new JfrHttpMonitor();
    }

    @Produces
    @Singleton
    ValidationMeters validations() {
      return new ValidationMeters("orders");
    }

    @Produces
    @Singleton
    HttpMeters requests() {
      return new HttpMeters();
    }
  }

  @Test
  void replaceThoseOfTheExtension() throws Exception {
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
        .containsOnlyOnce("jwt.TokenValidation", "jwt.Request");
    Files.delete(file);
    assertThat(Client.get("/q/metrics").body())
        .contains("jwt_keys{issuer=\"" + Issuer.ISSUER.issuer() + "\",validator=\"orders\"}")
        .contains("jwt_http_requests_total{outcome=\"success\"} 1.0")
        .doesNotContain("validator=\"default\"");
  }
}
