// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.redis.RedisReplayStore;

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

  // tag::quarkus-proofs[]
  @Singleton
  public class SharedProofs {

    @Produces
    @Singleton
    RedisReplayStore store(@ConfigProperty(name = "orders.redis") String uri) {
      return RedisReplayStore.builder(uri).build();
    }

    void close(@Disposes RedisReplayStore store) {
      store.close();
    }
  }

  // end::quarkus-proofs[]
}
