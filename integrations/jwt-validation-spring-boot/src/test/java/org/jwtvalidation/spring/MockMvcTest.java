// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.jwt;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.spring.test.AutoConfigureTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Tests as applications write them, with tokens of the testkit and of spring-security-test. */
@Tag("jdk-independent")
@Timeout(300)
@SpringBootTest(
    classes = ServletApplicationTest.App.class,
    properties = {
      "spring.security.oauth2.resourceserver.jwt.issuer-uri=https://issuer.example",
      "spring.security.oauth2.resourceserver.jwt.audiences=orders-api"
    })
@AutoConfigureMockMvc
@AutoConfigureTestIssuer
class MockMvcTest {

  @Autowired private MockMvcTester mvc;
  @Autowired private TestIssuer issuer;

  private MvcTestResult bearer(String path, String token) {
    return mvc.get().uri(path).header(HttpHeaders.AUTHORIZATION, "Bearer " + token).exchange();
  }

  @Test
  void acceptsTokensOfTheTestIssuer() {
    assertThat(bearer("/name", issuer.token().subject("jo").compact()))
        .hasStatusOk()
        .hasBodyTextEqualTo("jo of " + issuer.issuer());
    assertThat(issuer.audience()).isEqualTo("orders-api");
  }

  @Test
  void acceptsTokensOfSpringSecuritysTests() {
    assertThat(mvc.get().uri("/claims").with(jwt().jwt(made -> made.claim("team", "north"))))
        .hasStatusOk();
    assertThat(mvc.get().uri("/clerk").with(jwt())).hasStatus(HttpStatus.FORBIDDEN);
    assertThat(
            mvc.get()
                .uri("/clerk")
                .with(jwt().authorities(new SimpleGrantedAuthority("ROLE_clerk"))))
        .hasStatusOk();
  }

  @Test
  void refusesTokensForOthers() {
    assertThat(bearer("/name", issuer.token().audience("other").compact()))
        .hasStatus(HttpStatus.UNAUTHORIZED);
  }
}
