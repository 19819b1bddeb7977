// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpquarkus;

import io.quarkus.vertx.http.security.HttpSecurity;
import jakarta.enterprise.event.Observes;

/** Lets no request to the server pass without a token, whatever it asks for. */
final class ProtectedPath {

  void protect(@Observes HttpSecurity http) {
    http.path("/mcp", "/mcp/*").authenticated();
  }
}
