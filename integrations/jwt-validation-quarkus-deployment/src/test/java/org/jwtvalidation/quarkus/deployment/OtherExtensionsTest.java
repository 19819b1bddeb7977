// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.deployment.Capability;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class OtherExtensionsTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(OtherExtension.class)
          .addBuildChainCustomizer(new OtherExtension(Capability.JWT))
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "quarkus-smallrye-jwt and jwt-validation-quarkus both authenticate bearer"
                          + " tokens; remove one of them, or set jwt-validation.enabled=false"
                          + " at build time"));

  @Test
  void failsTheBuildBesideAnotherExtensionForBearerTokens() {
    fail("the application has started");
  }
}
