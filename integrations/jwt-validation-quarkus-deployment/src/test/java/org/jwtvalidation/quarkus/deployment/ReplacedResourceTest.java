// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;

@Tag("jdk-independent")
class ReplacedResourceTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(OwnValidatorTest.Own.class, Own.class)
          .overrideConfigKey("jwt-validation.resource.url", "https://orders.example/v1")
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.resource.url: set besides a bean BearerAuthenticator of the"
                          + " application, which does not read it; remove it, or the bean"));

  @Singleton
  public static class Own {

    @Produces
    @Singleton
    BearerAuthenticator authenticator(TokenValidator validator) {
      return BearerAuthenticator.builder(validator).build();
    }
  }

  @Test
  void failsTheStartBesideAnAuthenticatorOfTheApplication() {
    fail("the application has started");
  }
}
