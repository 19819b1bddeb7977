// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.spring.test.AutoConfigureTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@SpringBootTest
@AutoConfigureMockMvc
@AutoConfigureTestIssuer
class OrdersTest {

  @Autowired private MockMvcTester mvc;
  @Autowired private TestIssuer issuer;

  private MvcTestResult orders(TokenBuilder token) {
    return mvc.get().uri("/orders").header("Authorization", "Bearer " + token.compact()).exchange();
  }

  @Test
  void servesOrders() {
    assertThat(orders(issuer.token().subject("jo").scope("orders:read")))
        .hasStatusOk()
        .hasBodyTextEqualTo("orders of jo");
  }

  @Test
  void asksForAValidToken() {
    assertThat(orders(issuer.token().expired())).hasStatus(401);
    assertThat(orders(issuer.token().scope("orders:write"))).hasStatus(403);
  }
}
