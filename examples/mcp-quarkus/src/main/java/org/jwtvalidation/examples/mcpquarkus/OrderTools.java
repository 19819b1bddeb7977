// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpquarkus;

import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import jakarta.enterprise.context.RequestScoped;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.token.AccessToken;

/** Tools of one path, each of which asks for the scope that it needs. */
@RequestScoped
public class OrderTools {

  private static final AccessRule READ = AccessRule.scope("orders:read");
  private static final AccessRule WRITE = AccessRule.scope("orders:write");

  private final AccessToken token;

  OrderTools(AccessToken token) {
    this.token = token;
  }

  /**
   * Returns the orders of the user.
   *
   * @return the orders
   */
  @Tool(description = "Lists your orders")
  public String listOrders() {
    READ.require(token);
    return "orders of " + token.subject();
  }

  /**
   * Cancels an order of the user.
   *
   * @param order the number of the order
   * @return what was done
   */
  @Tool(description = "Cancels one of your orders")
  public String cancelOrder(@ToolArg(description = "The number of the order") String order) {
    WRITE.require(token);
    return "cancelled " + order;
  }
}
