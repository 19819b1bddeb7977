// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.TokenBuilder;

/** Tools of one path, each with its own rule, of which the server makes results of all kinds. */
@Tag("dev-mode")
class McpToolsTest {

  private static final String METADATA =
      "Bearer realm=\"orders\", resource_metadata=\"https://api.example"
          + "/.well-known/oauth-protected-resource/mcp\"";
  private static final String INSUFFICIENT = "403 " + METADATA + ", error=\"insufficient_scope\"";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(McpServer.class, Tools.class)
          .setForcedDependencies(
              List.of(Dependency.of("io.quarkiverse.mcp", "quarkus-mcp-server-http", "1.8.1")))
          .overrideConfigKey("jwt-validation.resource.url", "https://api.example/mcp")
          .overrideConfigKey("jwt-validation.challenge-scopes", "orders:read")
          .overrideConfigKey("quarkus.mcp.server.http.streamable.dummy-init", "true")
          .overrideConfigKey("quarkus.http.auth.permission.mcp.paths", "/mcp")
          .overrideConfigKey("quarkus.http.auth.permission.mcp.policy", "authenticated");

  private static String call(String tool, String authorization) {
    String body =
        new JsonObject()
            .put("jsonrpc", "2.0")
            .put("id", 1)
            .put("method", "tools/call")
            .put("params", Map.of("name", tool, "arguments", Map.of()))
            .encode();
    HttpResponse<String> response =
        Client.post("/mcp", authorization, body, "Accept", "application/json, text/event-stream");
    String challenge = response.headers().firstValue("WWW-Authenticate").orElse("");
    if (response.statusCode() == 200) {
      return "200 "
          + new JsonObject(response.body())
              .getJsonObject("result")
              .getJsonArray("content")
              .getJsonObject(0)
              .getString("text");
    }
    return (response.statusCode() + " " + challenge).strip();
  }

  private static String call(String tool, TokenBuilder token) {
    return call(tool, "Bearer " + token.compact());
  }

  private static TokenBuilder jo() {
    return Issuer.ISSUER.token().subject("jo");
  }

  @Test
  void areAnsweredByScopesOfOneTool() {
    for (String tool : List.of("annotated", "later", "required", "requiredLater")) {
      assertThat(call(tool, "Basic eDp5"))
          .as(tool)
          .isEqualTo("401 " + METADATA + ", scope=\"orders:read\"");
      assertThat(call(tool, jo().scope("orders:read")))
          .as(tool)
          .isEqualTo(INSUFFICIENT + ", scope=\"orders:write\"");
      assertThat(call(tool, jo().scope("orders:write"))).as(tool).isEqualTo("200 written");
    }
    assertThat(call("open", jo())).isEqualTo("200 open");
  }

  @Test
  void askForAnotherAuthentication() {
    assertThat(call("pay", jo().scope("orders:pay")))
        .isEqualTo(
            "401 "
                + METADATA
                + ", error=\"insufficient_user_authentication\", acr_values=\"gold silver\","
                + " max_age=\"300\", scope=\"orders:pay\"");
    assertThat(
            call(
                "pay",
                jo().scope("orders:pay")
                    .claim("acr", "gold")
                    .claim("auth_time", Instant.now().getEpochSecond())))
        .isEqualTo("200 paid");
  }
}
