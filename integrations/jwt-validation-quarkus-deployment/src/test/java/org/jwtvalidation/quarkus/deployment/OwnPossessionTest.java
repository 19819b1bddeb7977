// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.http.pop.DpopNonces;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.jwk.SignatureAlgorithm;

@Tag("jdk-independent")
class OwnPossessionTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Prover.class, Own.class)
          .overrideConfigKey("jwt-validation.resource.url", Prover.PUBLIC_BASE)
          .overrideConfigKey("quarkus.http.cors.enabled", "true")
          .overrideConfigKey("quarkus.http.cors.origins", "https://app.example");

  @Singleton
  public static class Own {

    static final AtomicReference<Instant> NOW =
        new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

    @Produces
    @Singleton
    ProofOfPossession possession() {
      return ProofOfPossession.builder()
          .dpop(Prover.uri(""))
          .algorithms(SignatureAlgorithm.ES256)
          .required()
          .nonces(DpopNonces.random())
          .clock(NOW::get)
          .build();
    }
  }

  private static HttpResponse<String> get(String path, String nonce) {
    return new Prover().get(path, proof -> proof.at(Own.NOW::get).nonce(nonce));
  }

  private static List<String> nonces(HttpResponse<String> response) {
    return response.headers().allValues("DPoP-Nonce");
  }

  @Test
  void replacesThatOfTheConfigurationAndRenewsNoncesWithServedRequests() {
    String first = nonces(get("/orders/mine", "none")).get(0);
    HttpResponse<String> served = get("/orders/mine", first);
    assertThat(Client.answer(served)).isEqualTo("200 [jo jo jo worker]");
    assertThat(nonces(served)).isEmpty();

    Own.NOW.updateAndGet(now -> now.plus(Duration.ofMinutes(5)));
    for (String path : List.of("/orders/mine", "/orders/later", "/orders/blocking", "/ping/who")) {
      HttpResponse<String> late = get(path, first);
      assertThat(late.statusCode()).isEqualTo(200);
      assertThat(nonces(late)).hasSize(1).doesNotContain(first);
      assertThat(nonces(get(path, nonces(late).get(0)))).isEmpty();
    }
    Prover jo = new Prover();
    String proof = jo.proof("/orders/mine").at(Own.NOW::get).nonce(first).compact();
    HttpResponse<String> ofPage =
        Client.get(
            "/orders/mine",
            "DPoP " + jo.token,
            List.of("DPoP", proof, "Origin", "https://app.example"));
    assertThat(nonces(ofPage)).hasSize(1);
    assertThat(ofPage.headers().allValues("Access-Control-Expose-Headers").toString())
        .contains("DPoP-Nonce");
    HttpResponse<String> refused = get("/orders/clerks", first);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(nonces(refused)).hasSize(1);
  }

  @Test
  void tellsTheProofsOfTheApplicationInTheMetadata() {
    assertThat(Client.get("/.well-known/oauth-protected-resource").body())
        .contains(
            "\"dpop_signing_alg_values_supported\":[\"ES256\"],"
                + "\"dpop_bound_access_tokens_required\":true");
  }
}
