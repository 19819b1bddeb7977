// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class RequiredProofsTest {

  private static final String DPOP = "DPoP realm=\"orders\", algs=\"ES256\"";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Prover.class)
          .overrideConfigKey("jwt-validation.pop.required", "true")
          .overrideConfigKey("jwt-validation.pop.dpop.public-base", Prover.PUBLIC_BASE)
          .overrideConfigKey("jwt-validation.pop.dpop.algorithms", "ES256")
          .overrideConfigKey("jwt-validation.pop.dpop.nonces", "shared")
          .overrideConfigKey(
              "jwt-validation.pop.dpop.nonce-secret",
              Base64.getEncoder().encodeToString(new byte[32]))
          .overrideConfigKey("quarkus.http.cors.enabled", "true")
          .overrideConfigKey("quarkus.http.cors.origins", "https://app.example")
          .overrideConfigKey("quarkus.http.cors.exposed-headers", "www-authenticate");

  @Test
  void refusesTokensThatAreBoundToNoKey() {
    String token = Issuer.ISSUER.token().subject("jo").compact();
    assertThat(Client.answer(Client.get("/orders/mine", "Bearer " + token)))
        .isEqualTo("401 " + DPOP + ", error=\"invalid_token\"");
    assertThat(Client.answer(Client.get("/orders/mine"))).isEqualTo("401 " + DPOP);
  }

  @Test
  void asksForNonces() {
    Prover jo = new Prover();
    HttpResponse<String> asked = jo.get("/orders/mine");
    assertThat(Client.answer(asked)).isEqualTo("401 " + DPOP + ", error=\"use_dpop_nonce\"");
    assertThat(asked.headers().allValues("Cache-Control")).containsExactly("no-store");
    List<String> nonces = asked.headers().allValues("DPoP-Nonce");
    assertThat(nonces).hasSize(1);

    HttpResponse<String> served = jo.get("/orders/mine", proof -> proof.nonce(nonces.get(0)));
    assertThat(Client.answer(served)).isEqualTo("200 [jo jo jo worker]");
    assertThat(served.headers().allValues("DPoP-Nonce")).isEmpty();
  }

  @Test
  void letsPagesOfAllowedOriginsReadNonces() {
    Prover jo = new Prover();
    HttpResponse<String> asked =
        Client.get(
            "/orders/mine",
            "DPoP " + jo.token,
            List.of("DPoP", jo.proof("/orders/mine").compact(), "Origin", "https://app.example"));
    assertThat(asked.headers().allValues("DPoP-Nonce")).hasSize(1);
    assertThat(asked.headers().allValues("Access-Control-Expose-Headers"))
        .containsExactlyInAnyOrder("www-authenticate", "DPoP-Nonce");
  }
}
