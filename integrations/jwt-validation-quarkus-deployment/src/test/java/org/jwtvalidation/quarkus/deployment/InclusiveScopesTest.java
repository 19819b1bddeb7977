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
class InclusiveScopesTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Inclusive.class)
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "one of [orders:read, orders:write] would suffice, although inclusive ="
                          + " true asks for all; repeat @PermissionsAllowed for each"));

  @Path("/inclusive")
  public static class Inclusive {

    @GET
    @PermissionsAllowed(
        value = {"orders:read", "orders:write"},
        inclusive = true)
    public String both() {
      return "both";
    }
  }

  @Test
  void failsTheBuildWhereOneScopeWouldStandForAll() {
    fail("the application has started");
  }
}
