// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class UnknownRunTimeKeyTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideRuntimeConfigKey("jwt-validation.issuers.shop.require-acces-token-type", "true")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.issuers.shop.require-acces-token-type: no such key;"
                          + " correct its name, or drop it"));

  @Test
  void failsTheStart() {
    fail("the application has started");
  }
}
