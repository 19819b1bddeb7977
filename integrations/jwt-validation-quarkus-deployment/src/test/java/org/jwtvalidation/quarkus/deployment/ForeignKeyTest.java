// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class ForeignKeyTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideConfigKey("mp.jwt.verify.audiences", "orders-api")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "mp.jwt.verify.audiences: nothing reads it, since jwt-validation-quarkus"
                          + " validates the tokens; remove it;"
                          + " jwt-validation.issuers.<name>.audience takes its place"));

  @Test
  void failsTheStart() {
    fail("the application has started");
  }
}
