// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import org.jwtvalidation.token.AccessToken;

/** The example of the page about servers of the Model Context Protocol, to the letter. */
final class McpSnippets {

  private McpSnippets() {}

  private static final class Tools {

    // tag::mcp-tool[]
    private static final AccessRule REFUND = AccessRule.scope("orders:refund");

    String refund(String order, AccessToken token) {
      REFUND.require(token);
      return "refunded " + order;
    }
    // end::mcp-tool[]
  }

  static String refund(AccessToken token) {
    return new Tools().refund("1", token);
  }
}
