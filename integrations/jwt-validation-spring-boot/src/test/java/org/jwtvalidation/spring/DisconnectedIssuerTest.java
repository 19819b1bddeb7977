// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.spring.test.AutoConfigureTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A test of an application that has no keys, as applications write it. */
@Tag("jdk-independent")
@Timeout(300)
@SpringBootTest(
    classes = ServletApplicationTest.App.class,
    properties = {
      "jwt-validation.issuers.shop.url=https://issuer.example",
      "jwt-validation.issuers.shop.audience=orders-api",
      "jwt-validation.issuers.shop.keys.first-retry=20ms",
      "jwt-validation.issuers.shop.keys.longest-retry=20ms"
    })
@AutoConfigureMockMvc
@AutoConfigureTestIssuer(disconnected = true)
class DisconnectedIssuerTest {

  @Autowired private MockMvcTester mvc;
  @Autowired private TestIssuer issuer;

  private MvcTestResult answer() {
    return mvc.get()
        .uri("/name")
        .header(HttpHeaders.AUTHORIZATION, "Bearer " + issuer.token().subject("jo").compact())
        .exchange();
  }

  @Test
  void answers503UntilTheIssuerIsBack() throws Exception {
    assertThat(answer()).hasStatus(503).containsHeader(HttpHeaders.RETRY_AFTER);
    issuer.recover();
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (answer().getResponse().getStatus() == 503) {
      assertThat(System.nanoTime() - deadline).as("in time").isNegative();
      Thread.sleep(5);
    }
    assertThat(answer()).hasStatusOk();
  }
}
