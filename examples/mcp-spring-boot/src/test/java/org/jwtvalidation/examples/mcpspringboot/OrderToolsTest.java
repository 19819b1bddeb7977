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

  private HttpResponse<String> call(String tool, String arguments) throws Exception {
    String token = issuer.token().subject("jo").scope("orders:read").compact();
    HttpRequest request =
        HttpRequest.newBuilder(server)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(
                BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                        + tool
                        + "\",\"arguments\":"
                        + arguments
                        + "}}"))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void asksForTheScopeOfATool() throws Exception {
    assertThat(call("listOrders", "{}").body()).contains("orders of jo");
    HttpResponse<String> refused = call("cancelOrder", "{\"order\":\"7\"}");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("WWW-Authenticate").orElse(""))
        .contains("scope=\"orders:write\"");
  }
}
