// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class ObservationOffTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideConfigKey("jwt-validation.metrics.enabled", "false")
          .overrideConfigKey("jwt-validation.health.enabled", "false")
          .setForcedDependencies(Application.OBSERVATION);

  @Test
  void measuresNothing() {
    String token = Issuer.ISSUER.token().compact();
    assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
    assertThat(Client.get("/q/metrics").body()).contains("http_server").doesNotContain("jwt_");
  }

  @Test
  void leavesKeysOutOfTheReadiness() {
    assertThat(Client.get("/q/health").body()).contains("UP").doesNotContain("jwt-validation");
  }
}
