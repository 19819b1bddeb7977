// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.Arc;
import io.quarkus.deployment.Capability;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.TokenValidator;

@Tag("jdk-independent")
class DisabledTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(OtherExtension.class)
          .overrideConfigKey("jwt-validation.enabled", "false")
          .addBuildChainCustomizer(new OtherExtension(Capability.OIDC));

  @Test
  void leavesTheApplicationToAnotherExtension() {
    assertThat(Arc.container().instance(TokenValidator.class).isAvailable()).isFalse();
  }
}
