// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.quarkuscommon;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** What a request costs without a token on a virtual thread. */
@Path("/virtual/health")
@Produces(MediaType.TEXT_PLAIN)
public class VirtualHealthResource {

  VirtualHealthResource() {}

  /**
   * Answers on a virtual thread.
   *
   * @return the answer
   */
  @GET
  @RunOnVirtualThread
  public String health() {
    return "orders of alice";
  }
}
