// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class WrongOptionTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideConfigKey("jwt-validation.issuers.shop.leeway", "10M")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.issuers.shop.leeway: PT10M is not between PT0S and PT5M;"
                          + " choose a duration in between"));

  @Test
  void failsTheStartWithKeyValueAndRemedy() {
    fail("the application has started");
  }
}
