// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class ReplacedKeyTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(OwnValidatorTest.Own.class)
          .overrideConfigKey("jwt-validation.issuers.shop.require-client", "true")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.issuers.shop.require-client: set besides a bean TokenValidator"
                          + " of the application, which does not read it; remove it, or the bean"));

  @Test
  void failsTheStartBesideAValidatorOfTheApplication() {
    fail("the application has started");
  }
}
