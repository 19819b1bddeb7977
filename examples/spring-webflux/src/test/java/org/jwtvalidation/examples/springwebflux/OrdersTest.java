// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springwebflux;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.spring.test.AutoConfigureTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

@SpringBootTest
@AutoConfigureWebTestClient
@AutoConfigureTestIssuer
class OrdersTest {

  @Autowired private WebTestClient client;
  @Autowired private TestIssuer issuer;

  private ResponseSpec orders(TokenBuilder token) {
    return client
        .get()
        .uri("/orders")
        .headers(fields -> fields.setBearerAuth(token.compact()))
        .exchange();
  }

  @Test
  void servesOrders() {
    orders(issuer.token().subject("jo").scope("orders:read"))
        .expectStatus()
        .isOk()
        .expectBody(String.class)
        .isEqualTo("orders of jo");
  }

  @Test
  void asksForAValidToken() {
    orders(issuer.token().expired()).expectStatus().isUnauthorized();
    orders(issuer.token().scope("orders:write")).expectStatus().isForbidden();
  }
}
