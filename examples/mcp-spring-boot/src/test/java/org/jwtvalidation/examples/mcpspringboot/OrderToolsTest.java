// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpspringboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.spring.test.AutoConfigureTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureTestIssuer
class OrderToolsTest {

  @Value("http://localhost:${local.server.port}/mcp")
  private URI server;

  @Autowired private TestIssuer issuer;

  private HttpResponse<String> post(String token, String session, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server)
            .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1," + body + "}"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("Authorization", "Bearer " + token);
    if (!session.isEmpty()) {
      request.header("Mcp-Session-Id", session);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void asksForTheScopeOfATool() throws Exception {
    String token = issuer.token().subject("jo").scope("orders:read").compact();
    String session =
        post(
                token,
                "",
                "\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}")
            .headers()
            .firstValue("Mcp-Session-Id")
            .orElseThrow();
    assertThat(
            post(
                    token,
                    session,
                    "\"method\":\"tools/call\",\"params\":{\"name\":\"listOrders\",\"arguments\":{}}")
                .body())
        .contains("orders of jo");
    HttpResponse<String> cancel =
        post(
            token,
            session,
            "\"method\":\"tools/call\",\"params\":{\"name\":\"cancelOrder\","
                + "\"arguments\":{\"order\":\"7\"}}");
    assertThat(cancel.statusCode()).isEqualTo(403);
    assertThat(cancel.headers().firstValue("WWW-Authenticate"))
        .get()
        .asString()
        .contains("scope=\"orders:write\"");
  }
}
