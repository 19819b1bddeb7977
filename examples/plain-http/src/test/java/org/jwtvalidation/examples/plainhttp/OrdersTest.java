// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.plainhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;

class OrdersTest {

  private final TestIssuer issuer = TestIssuer.builder().audience("orders-api").start();
  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    server = PlainHttpService.serve(issuer.config().audience("orders-api").build(), 0);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    ((ExecutorService) server.getExecutor()).shutdown();
    issuer.close();
  }

  private HttpResponse<String> orders(TokenBuilder token) throws Exception {
    URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/orders");
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    request.header("Authorization", "Bearer " + token.compact());
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void servesOrders() throws Exception {
    HttpResponse<String> answer = orders(issuer.token().subject("jo").scope("orders:read"));
    assertEquals(200, answer.statusCode());
    assertEquals("orders of jo", answer.body());
  }

  @Test
  void asksForAValidToken() throws Exception {
    assertEquals(401, orders(issuer.token().expired()).statusCode());
    assertEquals(403, orders(issuer.token().scope("orders:write")).statusCode());
  }
}
