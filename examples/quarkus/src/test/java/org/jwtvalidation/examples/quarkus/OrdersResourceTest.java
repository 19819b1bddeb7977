// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.jwtvalidation.testkit.TokenBuilder;

@QuarkusTest
@WithTestIssuer("shop")
class OrdersResourceTest {

  @TestHTTPResource("/orders")
  URI orders;

  TestIssuer issuer;

  private HttpResponse<String> send(String method, String path, TokenBuilder token)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(orders + path))
            .method(method, BodyPublishers.noBody())
            .header("Authorization", "Bearer " + token.compact())
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void servesCustomers() throws Exception {
    assertEquals("orders of jo", send("GET", "/mine", issuer.token().subject("jo")).body());
    assertEquals(401, send("GET", "/mine", issuer.token().expired()).statusCode());
  }

  @Test
  void servesClientsThatMayRead() throws Exception {
    assertEquals("all orders", send("GET", "", issuer.token().scope("orders:read")).body());
    assertEquals(403, send("GET", "", issuer.token().scope("orders:write")).statusCode());
  }

  @Test
  void servesClerks() throws Exception {
    TokenBuilder clerk = issuer.token().roles("clerk");
    assertEquals(204, send("DELETE", "", clerk).statusCode());
    assertEquals(403, send("DELETE", "", issuer.token()).statusCode());
  }
}
