// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class WrongPossessionTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideConfigKey("jwt-validation.pop.dpop.public-base", "https://api.example")
          .overrideConfigKey("jwt-validation.pop.dpop.window", "10M")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.pop.dpop.window: PT10M is not more than zero and at most PT5M;"
                          + " choose a duration in between"));

  @Test
  void failsTheStartWithKeyValueAndRemedy() {
    fail("the application has started");
  }
}
