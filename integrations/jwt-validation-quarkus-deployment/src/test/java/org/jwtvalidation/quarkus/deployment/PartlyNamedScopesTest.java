// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.security.PermissionsAllowed;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class PartlyNamedScopesTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Users.class)
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "of [user, user:email], the scope user would not suffice, since another"
                          + " begins with it and a colon"));

  @Path("/users")
  public static class Users {

    @GET
    @PermissionsAllowed({"user", "user:email"})
    public String any() {
      return "any";
    }
  }

  @Test
  void failsTheBuildWhereAScopeWouldBePassedOver() {
    fail("the application has started");
  }
}
