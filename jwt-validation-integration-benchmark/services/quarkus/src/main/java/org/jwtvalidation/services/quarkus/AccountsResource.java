// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.quarkus;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jwtvalidation.services.accounts.Accounts;

/** Where the time of the requests went. */
@Path("/accounts")
@Produces(MediaType.APPLICATION_JSON)
public class AccountsResource {

  private final Accounts accounts;

  AccountsResource(Accounts accounts) {
    this.accounts = accounts;
  }

  /**
   * Answers with the accounts.
   *
   * @return a JSON object
   */
  @GET
  @NonBlocking
  public String accounts() {
    return accounts.json();
  }
}
