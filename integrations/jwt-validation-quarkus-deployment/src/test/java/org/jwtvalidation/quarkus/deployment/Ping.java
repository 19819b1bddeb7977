// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** What everybody may ask. */
@Path("/ping")
public class Ping {

  private final JsonWebToken jwt;

  Ping(JsonWebToken jwt) {
    this.jwt = jwt;
  }

  @GET
  public String ping() {
    return "pong";
  }

  @GET
  @Path("who")
  public String who() {
    return "you are " + jwt.getName();
  }
}
