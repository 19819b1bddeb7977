// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Calls tools of {@link McpServer}. */
final class McpClient {

  /** What each challenge of the server begins with. */
  static final String METADATA =
      "Bearer realm=\"orders\", resource_metadata=\"https://api.example"
          + "/.well-known/oauth-protected-resource/mcp\"";

  private McpClient() {}

  /** The server, whose path is open. */
  static QuarkusUnitTest application() {
    return Application.orders(McpServer.class, McpClient.class, OpenMcpTools.class, Tools.class)
        .setForcedDependencies(
            List.of(Dependency.of("io.quarkiverse.mcp", "quarkus-mcp-server-http", "1.8.1")))
        .overrideConfigKey("jwt-validation.resource.url", "https://api.example/mcp")
        .overrideConfigKey("jwt-validation.challenge-scopes", "orders:read")
        .overrideConfigKey("quarkus.mcp.server.http.streamable.dummy-init", "true");
  }

  /** Calls a tool: the status, and then the challenge or what the tool says. */
  static String call(String tool, String... authorizations) {
    String body =
        new JsonObject()
            .put("jsonrpc", "2.0")
            .put("id", 1)
            .put("method", "tools/call")
            .put("params", Map.of("name", tool, "arguments", Map.of()))
            .encode();
    List<String> fields = new ArrayList<>(List.of("Accept", "application/json, text/event-stream"));
    for (String authorization : authorizations) {
      fields.addAll(List.of("Authorization", authorization));
    }
    HttpResponse<String> response = Client.post("/mcp", body, fields.toArray(String[]::new));
    String challenge = response.headers().firstValue("WWW-Authenticate").orElse("");
    JsonObject result =
        response.statusCode() == 200
            ? new JsonObject(response.body()).getJsonObject("result")
            : null;
    String text =
        result == null
            ? challenge
            : result.getJsonArray("content").getJsonObject(0).getString("text");
    return (response.statusCode() + " " + text).strip();
  }
}
