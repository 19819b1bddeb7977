// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpspringboot;

import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.spring.ValidatedJwt;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.stereotype.Component;

/** Tools of one path, each of which asks for the scope that it needs. */
@Component
class OrderTools {

  private static final AccessRule READ = AccessRule.scope("orders:read");
  private static final AccessRule WRITE = AccessRule.scope("orders:write");

  @McpTool(name = "listOrders", description = "Lists your orders")
  String listOrders() {
    return "orders of " + ValidatedJwt.require(READ).subject();
  }

  @McpTool(name = "cancelOrder", description = "Cancels one of your orders")
  String cancelOrder(@McpToolParam(description = "The number of the order") String order) {
    ValidatedJwt.require(WRITE);
    return "cancelled " + order;
  }
}
