// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class DevIssuerOffTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(Ping.class)
          .overrideConfigKey("jwt-validation.devservices.enabled", "false")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.issuers: none given; set"
                          + " jwt-validation.issuers.<name>.url and .audience"));

  @Test
  void leavesTheApplicationWithoutIssuer() {
    fail("the application has started");
  }
}
