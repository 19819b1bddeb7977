// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jwtvalidation.token.AccessToken;

/** An application. */
@Path("/orders")
@RequestScoped
public class Orders {

  private final SecurityIdentity identity;
  private final JsonWebToken jwt;
  private final AccessToken token;

  Orders(SecurityIdentity identity, JsonWebToken jwt, AccessToken token) {
    this.identity = identity;
    this.jwt = jwt;
    this.token = token;
  }

  @GET
  @Path("mine")
  @Authenticated
  public String mine() {
    return String.join(
        " ", identity.getPrincipal().getName(), jwt.getSubject(), token.subject(), thread());
  }

  @GET
  @Path("later")
  @Authenticated
  public Uni<String> later() {
    return Uni.createFrom().item(() -> jwt.getName() + " " + thread());
  }

  @GET
  @Path("blocking")
  @Authenticated
  @Blocking
  public String blocking() {
    return token.claims().string("sub") + " " + thread();
  }

  @GET
  @Path("expiring")
  @Authenticated
  public String expiring() {
    Long seconds = identity.getAttribute("quarkus.identity.expire-time");
    return String.valueOf(seconds);
  }

  @GET
  @Path("clerks")
  @RolesAllowed("clerk")
  public String clerks() {
    return "clerk " + jwt.getRawToken().length();
  }

  @GET
  @Path("read")
  @PermissionsAllowed("orders:read")
  public String read() {
    return "read";
  }

  @GET
  @Path("any")
  @PermissionsAllowed({"orders:read", "orders:write"})
  public String any() {
    return "any";
  }

  @GET
  @Path("all")
  @PermissionsAllowed("orders:read")
  @PermissionsAllowed("orders:write")
  public String all() {
    return "all";
  }

  private static String thread() {
    return io.vertx.core.Context.isOnEventLoopThread() ? "loop" : "worker";
  }
}
