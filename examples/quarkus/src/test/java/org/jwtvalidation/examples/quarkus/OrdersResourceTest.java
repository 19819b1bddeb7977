package org.jwtvalidation.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.quarkus.test.WithTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;

@Tag("jdk-independent")
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
    assertThat(send("GET", "/mine", issuer.token().subject("jo")).body()).isEqualTo("orders of jo");
    assertThat(send("GET", "/mine", issuer.token().expired()).statusCode()).isEqualTo(401);
  }

  @Test
  void servesClientsThatMayRead() throws Exception {
    assertThat(send("GET", "", issuer.token().scope("orders:read")).body()).isEqualTo("all orders");
    assertThat(send("GET", "", issuer.token().scope("orders:write")).statusCode()).isEqualTo(403);
  }

  @Test
  void servesClerks() throws Exception {
    TokenBuilder clerk = issuer.token().roles("clerk");
    assertThat(send("DELETE", "", clerk).statusCode()).isEqualTo(204);
    assertThat(send("DELETE", "", issuer.token()).statusCode()).isEqualTo(403);
  }
}
