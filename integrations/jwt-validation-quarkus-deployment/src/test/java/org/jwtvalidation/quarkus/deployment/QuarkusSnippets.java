// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.HttpSecurityPolicy;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Duration;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.token.AccessToken;

/** The examples of the manual of the extension. */
// In the manual they are classes of their own.
@SuppressWarnings("ClassCanBeStatic")
final class QuarkusSnippets {

  private QuarkusSnippets() {}

  // tag::quarkus-resource[]
  @Path("/orders")
  public class OrdersResource {

    @Inject JsonWebToken token;

    @GET
    @Path("mine")
    @Authenticated
    public String mine() {
      return "orders of " + token.getSubject();
    }

    @GET
    @PermissionsAllowed("orders:read")
    public String all() {
      return "all orders";
    }
  }

  // end::quarkus-resource[]

  // tag::quarkus-customizer[]
  @Singleton
  public class NorthOnly implements IssuerCustomizer {

    @Override
    public void customize(String name, IssuerConfig.Builder issuer) {
      issuer.claimCheck("tenant", claims -> "north".equals(claims.string("tenant")));
    }
  }

  // end::quarkus-customizer[]

  // tag::quarkus-policy[]
  @Singleton
  public class Payments implements HttpSecurityPolicy {

    private static final AccessRule PAY =
        AccessRule.scope("orders:pay")
            .and(AccessRule.authentication().acr("gold").within(Duration.ofMinutes(5)));

    @Override
    public String name() {
      return "payments";
    }

    @Override
    public Uni<CheckResult> checkPermission(
        RoutingContext request,
        Uni<SecurityIdentity> identity,
        AuthorizationRequestContext context) {
      return identity.map(user -> {
        AccessToken token = user.getAttribute(AccessToken.class.getName());
        if (token == null) {
          return CheckResult.DENY;
        }
        PAY.require(token);
        return CheckResult.PERMIT;
      });
    }
  }

  // end::quarkus-policy[]
}
