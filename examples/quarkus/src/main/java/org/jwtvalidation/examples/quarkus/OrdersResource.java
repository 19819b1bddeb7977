// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quarkus;

import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Orders, for customers who have signed in, for clients that may read all, and for clerks. */
@Path("/orders")
public class OrdersResource {

  private final JsonWebToken token;

  OrdersResource(JsonWebToken token) {
    this.token = token;
  }

  /**
   * Returns the orders of a customer.
   *
   * @return the orders
   */
  @GET
  @Path("mine")
  @Authenticated
  public String mine() {
    return "orders of " + token.getSubject();
  }

  /**
   * Returns all orders.
   *
   * @return the orders
   */
  @GET
  @PermissionsAllowed("orders:read")
  public String all() {
    return "all orders";
  }

  /** Cancels all orders. */
  @DELETE
  @RolesAllowed("clerk")
  public void cancel() {}
}
