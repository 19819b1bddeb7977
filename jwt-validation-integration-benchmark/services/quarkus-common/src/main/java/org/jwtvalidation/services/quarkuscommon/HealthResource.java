// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.quarkuscommon;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** What a request costs without a token, with the same answer as with one. */
@Path("/")
@Produces(MediaType.TEXT_PLAIN)
public class HealthResource {

  HealthResource() {}

  /**
   * Answers on the event loop.
   *
   * @return the answer
   */
  @GET
  @Path("health")
  @NonBlocking
  public String health() {
    return "orders of alice";
  }

  /**
   * Answers on a worker thread.
   *
   * @return the answer
   */
  @GET
  @Path("worker/health")
  @Blocking
  public String onWorker() {
    return health();
  }
}
