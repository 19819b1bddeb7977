// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.quarkussmallryejwt;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** What a request costs with a token. */
@Path("/")
@Produces(MediaType.TEXT_PLAIN)
public class OrdersResource {

  private final JsonWebToken token;

  OrdersResource(JsonWebToken token) {
    this.token = token;
  }

  /**
   * Answers on the event loop.
   *
   * @return the answer
   */
  @GET
  @Path("orders")
  @NonBlocking
  @RolesAllowed("orders:read")
  public String orders() {
    return "orders of " + token.getSubject();
  }

  /**
   * Answers on a worker thread.
   *
   * @return the answer
   */
  @GET
  @Path("worker/orders")
  @Blocking
  @RolesAllowed("orders:read")
  public String onWorker() {
    return orders();
  }
}
