// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.TestCertificate;

@Tag("jdk-independent")
class ProxyProtocolTest {

  /** Its certificates would be believed; requests of this test come from the loopback interface. */
  private static final String TRUSTED = "192.0.2.1";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .overrideConfigKey("quarkus.http.proxy.use-proxy-protocol", "true")
          .overrideConfigKey("jwt-validation.pop.mutual-tls-proxies", TRUSTED);

  private static String answer(String source, String token, TestCertificate passedOn)
      throws Exception {
    String octets = Base64.getEncoder().encodeToString(passedOn.x509().getEncoded());
    return Client.statusLine(
        "PROXY TCP4 " + source + " 127.0.0.1 50000 80\r\nGET /orders/mine HTTP/1.1",
        "Host: localhost",
        "Connection: close",
        "Authorization: Bearer " + token,
        "Client-Cert: :" + octets + ":");
  }

  @Test
  @DisplayName("113: a PROXY line names the trusted proxy, and Client-Cert the certificate")
  void doesNotBelieveALineThatNamesTheTrustedProxy() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    String bound = Issuer.ISSUER.token().subject("jo").boundTo(certificate).compact();
    assertThat(answer(TRUSTED, bound, certificate)).isEqualTo("HTTP/1.1 401");
    String unbound = Issuer.ISSUER.token().subject("jo").compact();
    assertThat(answer(TRUSTED, unbound, certificate)).isEqualTo("HTTP/1.1 200");
  }
}
