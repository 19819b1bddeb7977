// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

@Tag("jdk-independent")
@QuarkusTest
@WithTestIssuer
class WithTestIssuerTest {

  @TestHTTPResource("/orders/")
  URI orders;

  TestIssuer issuer;

  @Test
  void signsInUsers() throws Exception {
    assertThat(Client.ask(orders, "mine", issuer.token().subject("jo")))
        .isEqualTo("200 jo for [test-api]");
    assertThat(Client.ask(orders, "mine", issuer.token().expired())).isEqualTo("401");
  }

  @Test
  void givesRoles() throws Exception {
    assertThat(Client.ask(orders, "clerks", issuer.token().roles("clerk"))).isEqualTo("200 clerks");
    assertThat(Client.ask(orders, "clerks", issuer.token().roles("packer"))).isEqualTo("403");
  }

  @Test
  void givesScopes() throws Exception {
    assertThat(Client.ask(orders, "read", issuer.token().scope("orders:read")))
        .isEqualTo("200 read");
    assertThat(Client.ask(orders, "read", issuer.token())).isEqualTo("403");
  }

  @Test
  void takesTheNextKeyAfterARotation() throws Exception {
    assertThat(Client.ask(orders, "mine", issuer.token())).startsWith("200");
    issuer.withdraw(issuer.key());
    assertThat(Client.ask(orders, "mine", issuer.token().signedBy(issuer.rotate())))
        .startsWith("200");
  }

  /** What one test sends must not decide what the next one gets, whatever their order. */
  @Test
  void takesNewKeysAfterATokenOfAnUnknownOne() throws Exception {
    TestKey unknown = issuer.unpublishedKey(SignatureAlgorithm.ES256);
    for (int i = 0; i < 3; i++) {
      assertThat(Client.ask(orders, "mine", issuer.token().signedBy(unknown))).isEqualTo("401");
      issuer.rotate();
      assertThat(Client.ask(orders, "mine", issuer.token())).startsWith("200");
    }
    assertThat(Client.ask(orders, "mine", issuer.token().algorithm(SignatureAlgorithm.ES384)))
        .startsWith("200");
  }

  /** Else an application with another test issuer, without any of its own, would not start. */
  @Test
  void isNoIssuerOfTheApplication() {
    TestIssuerResource.checkName("shop", ConfigProvider.getConfig());
  }

  @Test
  void isTrustedInPlaceOfTheIssuerOfTestMode() {
    assertThat(ConfigProvider.getConfig().getValue("jwt-validation.issuers.dev.url", String.class))
        .isEqualTo(issuer.issuer());
  }
}
