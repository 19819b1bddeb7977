// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class WrongPossessionTest {

  private static final String SECRET = "dG9vIHNob3J0IGEgc2VjcmV0";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideConfigKey("jwt-validation.pop.dpop.public-base", "https://api.example")
          .overrideConfigKey("jwt-validation.pop.dpop.nonces", "shared")
          .overrideConfigKey("jwt-validation.pop.dpop.nonce-secret", SECRET)
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.pop.dpop.nonce-secret: 18 octets are too")
                  .satisfies(it -> assertThat(stackTrace(it)).doesNotContain(SECRET)));

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void failsTheStartWithoutShowingTheSecret() {
    fail("the application has started");
  }
}
