// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TestIssuer;

/** The example of {@code doc/quarkus-dev.adoc}, literally. */
@SuppressWarnings("ClassCanBeStatic") // as the example has it
final class QuarkusTestSnippets {

  private QuarkusTestSnippets() {}

  // tag::quarkus-test[]
  @QuarkusTest
  @WithTestIssuer("shop")
  class OrdersTest {

    @TestHTTPResource("/orders")
    URI orders;

    TestIssuer issuer;

    @Test
    void servesOrders() throws Exception {
      String token = issuer.token().subject("jo").scope("orders:read").compact();
      HttpRequest request =
          HttpRequest.newBuilder(orders).header("Authorization", "Bearer " + token).build();
      assertEquals(
          200, HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode());
    }
  }
  // end::quarkus-test[]
}
