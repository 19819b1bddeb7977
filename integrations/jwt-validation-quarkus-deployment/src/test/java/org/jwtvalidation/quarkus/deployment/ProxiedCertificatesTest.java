// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.TestCertificate;

@Tag("jdk-independent")
class ProxiedCertificatesTest {

  private static final String REFUSED = "401 Bearer realm=\"orders\", error=\"invalid_token\"";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Prover.class)
          .overrideConfigKey("jwt-validation.pop.mutual-tls-proxies", "127.0.0.1,::1");

  private static String answer(String token, TestCertificate passedOn) throws Exception {
    String octets = Base64.getEncoder().encodeToString(passedOn.x509().getEncoded());
    List<String> field = List.of("Client-Cert", ":" + octets + ":");
    return Client.answer(Client.get("/orders/mine", "Bearer " + token, field));
  }

  @Test
  void comparesWhatATrustedProxyPassesOn() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    String token = Issuer.ISSUER.token().subject("jo").boundTo(certificate).compact();
    assertThat(answer(token, certificate)).isEqualTo("200 [jo jo jo worker]");
    assertThat(answer(token, TestCertificate.create())).isEqualTo(REFUSED);
    assertThat(Client.answer(Client.get("/orders/mine", "Bearer " + token))).isEqualTo(REFUSED);
  }

  @Test
  void leavesProofsThatAreNotCheckedToOthers() {
    Prover jo = new Prover();
    assertThat(Client.answer(jo.get("/orders/mine"))).isEqualTo("401 Bearer realm=\"orders\"");
    assertThat(Client.answer(jo.get("/ping/who"))).isEqualTo("200 [you are null]");
    assertThat(Client.answer(Client.get("/orders/mine", "Bearer " + jo.token))).isEqualTo(REFUSED);
  }
}
