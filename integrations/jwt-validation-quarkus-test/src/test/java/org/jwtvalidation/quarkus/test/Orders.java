// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** An application. */
@Path("/orders")
public class Orders {

  private final JsonWebToken token;

  Orders(JsonWebToken token) {
    this.token = token;
  }

  @GET
  @Path("mine")
  @Authenticated
  public String mine() {
    return token.getName() + " for " + token.getAudience();
  }

  @GET
  @Path("clerks")
  @RolesAllowed("clerk")
  public String clerks() {
    return "clerks";
  }

  @GET
  @Path("read")
  @PermissionsAllowed("orders:read")
  public String read() {
    return "read";
  }
}
