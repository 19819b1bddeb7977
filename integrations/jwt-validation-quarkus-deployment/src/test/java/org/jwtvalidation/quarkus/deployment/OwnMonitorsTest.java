// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
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
    assertThat(RecordedRequest.events()).containsOnlyOnce("jwt.TokenValidation", "jwt.Request");
    assertThat(Client.get("/q/metrics").body())
        .contains("jwt_keys{issuer=\"" + Issuer.ISSUER.issuer() + "\",validator=\"orders\"}")
        .contains("jwt_http_requests_total{outcome=\"success\"} 1.0")
        .doesNotContain("validator=\"default\"");
  }
}
