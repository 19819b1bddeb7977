package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("once")
class ReadinessOffTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideConfigKey("jwt-validation.health.enabled", "false")
          .setForcedDependencies(Application.extension("quarkus-smallrye-health"));

  @Test
  void leavesKeysOutOfTheReadiness() {
    assertThat(Client.get("/q/health").body()).contains("UP").doesNotContain("jwt-validation");
  }
}
