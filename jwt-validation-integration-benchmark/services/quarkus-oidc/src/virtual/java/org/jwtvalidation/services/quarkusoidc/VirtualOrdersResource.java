// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.quarkusoidc;

import io.quarkus.security.PermissionsAllowed;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** What a request costs with a token on a virtual thread. */
@Path("/virtual/orders")
@Produces(MediaType.TEXT_PLAIN)
public class VirtualOrdersResource {

  private final JsonWebToken token;

  VirtualOrdersResource(JsonWebToken token) {
    this.token = token;
  }

  /**
   * Answers on a virtual thread.
   *
   * @return the answer
   */
  @GET
  @RunOnVirtualThread
  @PermissionsAllowed("orders:read")
  public String orders() {
    return "orders of " + token.getSubject();
  }
}
