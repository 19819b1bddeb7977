// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.http.config.IssuerCustomizer;

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
}
