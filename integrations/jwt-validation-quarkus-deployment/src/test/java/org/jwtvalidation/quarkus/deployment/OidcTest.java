// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
@Tag("dev-mode")
class OidcTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .setForcedDependencies(Application.extensions("quarkus-oidc"))
          .overrideConfigKey("quarkus.devservices.enabled", "false")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "quarkus-oidc and jwt-validation-quarkus both authenticate"));

  @Test
  void failsTheBuildBesideTheRealExtension() {
    fail("the application has started");
  }
}
