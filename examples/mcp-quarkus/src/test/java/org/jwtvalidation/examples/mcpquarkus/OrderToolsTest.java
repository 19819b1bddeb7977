// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpquarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.quarkus.test.WithTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;

@QuarkusTest
@WithTestIssuer("shop")
class OrderToolsTest {

  @TestHTTPResource("/mcp")
  URI server;

  TestIssuer issuer;

  private HttpResponse<String> post(String token, String session, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server)
            .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\"," + body + "}"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("Authorization", "Bearer " + token);
    if (!session.isEmpty()) {
      request.header("Mcp-Session-Id", session);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  private static String call(String tool, String arguments) {
    return "\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":{"
        + arguments
        + "}}";
  }

  @Test
  void asksForTheScopeOfATool() throws Exception {
    String token = issuer.token().subject("jo").scope("orders:read").compact();
    String session =
        post(
                token,
                "",
                "\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}")
            .headers()
            .firstValue("Mcp-Session-Id")
            .orElseThrow();
    post(token, session, "\"method\":\"notifications/initialized\"");
    HttpResponse<String> list = post(token, session, call("listOrders", ""));
    assertEquals(200, list.statusCode());
    assertTrue(list.body().contains("orders of jo"));
    HttpResponse<String> cancel = post(token, session, call("cancelOrder", "\"order\":\"7\""));
    assertEquals(403, cancel.statusCode());
    assertTrue(
        cancel
            .headers()
            .firstValue("WWW-Authenticate")
            .orElse("")
            .contains("scope=\"orders:write\""));
  }
}
