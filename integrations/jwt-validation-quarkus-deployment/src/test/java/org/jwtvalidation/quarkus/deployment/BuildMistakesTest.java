// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.deployment.Capability;
import io.quarkus.security.PermissionsAllowed;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Optional;
import org.eclipse.microprofile.jwt.Claim;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.token.AccessToken;

/** An application with every mistake that fails its build. Quarkus tells all of them at once. */
@Tag("jdk-independent")
class BuildMistakesTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(OtherExtension.class, Shared.class, Scopes.class)
          .overrideConfigKey("jwt-validation.issuers.shop.require-acces-token-type", "true")
          .addBuildChainCustomizer(new OtherExtension(Capability.JWT))
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining(
                      "jwt-validation.issuers.shop.require-acces-token-type: no such key;"
                          + " correct its name, or drop it")
                  .hasStackTraceContaining(
                      "quarkus-smallrye-jwt and jwt-validation-quarkus both authenticate bearer"
                          + " tokens; remove one of them, or set jwt-validation.enabled=false"
                          + " at build time")
                  .hasStackTraceContaining("Shared#token: an AccessToken or a claim is injected")
                  .hasStackTraceContaining("Shared#tenant: an AccessToken or a claim is injected")
                  .hasStackTraceContaining("make the bean @RequestScoped")
                  .hasStackTraceContaining(
                      "one of [orders:read, orders:write] would suffice, although inclusive ="
                          + " true asks for all; repeat @PermissionsAllowed for each")
                  .hasStackTraceContaining(
                      "of [user, user:email], the scope user would not suffice, since another"
                          + " begins with it and a colon"));

  /** A token that would outlive its request. */
  @Path("/shared")
  @Singleton
  public static class Shared {

    @Inject AccessToken token;

    @Inject
    @Claim("tenant")
    Optional<String> tenant;

    @GET
    public String subject() {
      return token.subject() + tenant;
    }
  }

  /** Scopes of which one would stand for all, and one would be passed over. */
  @Path("/scopes")
  public static class Scopes {

    @GET
    @Path("both")
    @PermissionsAllowed(
        value = {"orders:read", "orders:write"},
        inclusive = true)
    public String both() {
      return "both";
    }

    @GET
    @Path("any")
    @PermissionsAllowed({"user", "user:email"})
    public String any() {
      return "any";
    }
  }

  @Test
  void failTheBuild() {
    fail("the application has started");
  }
}
