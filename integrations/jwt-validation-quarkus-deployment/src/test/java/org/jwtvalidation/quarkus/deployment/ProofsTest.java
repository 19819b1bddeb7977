// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.DpopClient;

/**
 * What requests with proofs of possession are answered. They are authenticated where an endpoint
 * needs it; ahead of all endpoints, in {@link RequiredProofsTest} and {@link OwnPossessionTest}.
 */
@Tag("jdk-independent")
class ProofsTest {

  private static final String BEARER = "Bearer realm=\"orders\"";
  private static final String DPOP = "DPoP realm=\"orders\", algs=\"ES256 Ed25519 EdDSA\"";
  private static final String INVALID_PROOF =
      "401 " + BEARER + ", " + DPOP + ", error=\"invalid_dpop_proof\"";
  private static final String INVALID_TOKEN =
      "401 " + BEARER + ", " + DPOP + ", error=\"invalid_token\"";

  private final Prover jo = new Prover("orders:read");

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Prover.class)
          .overrideConfigKey("quarkus.http.auth.proactive", "false")
          .overrideConfigKey("jwt-validation.pop.dpop.public-base", Prover.PUBLIC_BASE)
          .overrideConfigKey("jwt-validation.pop.dpop.algorithms", "ES256,Ed25519");

  private static String answer(HttpResponse<String> response) {
    return Client.answer(response);
  }

  @Test
  void acceptsProofsAtEveryKindOfEndpoint() {
    assertThat(answer(jo.get("/orders/mine"))).isEqualTo("200 [jo jo jo worker]");
    assertThat(answer(jo.get("/orders/later"))).isEqualTo("200 [jo loop]");
    assertThat(answer(jo.get("/orders/blocking"))).isEqualTo("200 [jo worker]");
    assertThat(answer(jo.get("/orders/read"))).isEqualTo("200 [read]");
    assertThat(answer(jo.get("/ping/who"))).isEqualTo("200 [you are jo]");
  }

  @Test
  void acceptsTheSchemeInAnyCase() {
    for (String scheme : List.of("dpop ", "DPOP  ", " DpOp ")) {
      List<String> proof = List.of("dpop", jo.proof("/orders/read").compact());
      assertThat(answer(Client.get("/orders/read", scheme + jo.token, proof)))
          .isEqualTo("200 [read]");
    }
  }

  @Test
  void comparesThePathWithoutTheQuery() {
    String proof = jo.proof("/orders/read").compact();
    assertThat(answer(jo.get("/orders/read?id=7", proof))).isEqualTo("200 [read]");
  }

  @Test
  void acceptsEachProofOnce() {
    String proof = jo.proof("/orders/read").compact();
    assertThat(answer(jo.get("/orders/read", proof))).isEqualTo("200 [read]");
    assertThat(answer(jo.get("/orders/read", proof))).isEqualTo(INVALID_PROOF);
  }

  @Test
  void refusesWrongProofs() {
    Prover other = new Prover();
    String path = "/orders/mine";
    List<HttpResponse<String>> answers =
        List.of(
            Client.get(path, "DPoP " + jo.token),
            Client.get(
                path,
                "DPoP " + jo.token,
                List.of("DPoP", jo.proof(path).compact(), "DPoP", jo.proof(path).compact())),
            jo.get(path, jo.proof("/orders/read").compact()),
            jo.get(path, proof -> proof.claim("htm", "POST")),
            jo.get(path, proof -> proof.claim("htu", "http://localhost" + path)),
            jo.get(path, proof -> proof.accessToken(other.token)),
            jo.get(path, proof -> proof.header("typ", "JWT")),
            jo.get(path, proof -> proof.signedBy(other.client.key())));
    assertThat(answers).allSatisfy(each -> assertThat(answer(each)).isEqualTo(INVALID_PROOF));
  }

  @Test
  void refusesTheProofOfAnotherClient() {
    String path = "/orders/mine";
    String proof =
        DpopClient.create().proof("GET", Prover.uri(path)).accessToken(jo.token).compact();
    assertThat(answer(jo.get(path, proof))).isEqualTo(INVALID_TOKEN);
  }

  @Test
  void refusesBoundTokensAsBearer() {
    String refused = "401 " + BEARER + ", error=\"invalid_token\", " + DPOP;
    List<String> proof = List.of("DPoP", jo.proof("/orders/mine").compact());
    assertThat(answer(Client.get("/orders/mine", "Bearer " + jo.token))).isEqualTo(refused);
    assertThat(answer(Client.get("/orders/mine", "Bearer " + jo.token, proof))).isEqualTo(refused);
  }

  @Test
  void acceptsUnboundTokensAsBearerAlone() {
    String token = Issuer.ISSUER.token().subject("jo").compact();
    List<String> proof =
        List.of(
            "DPoP",
            jo.client.proof("GET", Prover.uri("/orders/mine")).accessToken(token).compact());
    assertThat(answer(Client.get("/orders/mine", "Bearer " + token)))
        .isEqualTo("200 [jo jo jo worker]");
    assertThat(answer(Client.get("/orders/mine", "DPoP " + token, proof))).isEqualTo(INVALID_TOKEN);
  }

  @Test
  void challengesForBothSchemes() {
    assertThat(answer(Client.get("/orders/mine"))).isEqualTo("401 " + BEARER + ", " + DPOP);
    assertThat(answer(Client.get("/orders/mine", "DPoP")))
        .isEqualTo("400 " + BEARER + ", " + DPOP + ", error=\"invalid_request\"");
    assertThat(answer(Client.get("/orders/mine", "DPoPs " + jo.token)))
        .isEqualTo("401 " + BEARER + ", " + DPOP);
  }

  @Test
  void leavesSchemesWhoseNamesBeginAlikeToOthers() {
    for (String other : List.of("Bearer-Foo x", "DPoP_x y", "bearer.a b", "DPoPs z")) {
      assertThat(answer(Client.get("/ping", other))).isEqualTo("200 [pong]");
    }
  }

  @Test
  void challengesInsufficientTokensInTheSchemeThatTheyUse() {
    String error = ", error=\"insufficient_scope\"";
    String unbound = Issuer.ISSUER.token().subject("jo").compact();
    assertThat(answer(jo.get("/orders/clerks"))).isEqualTo("403 " + BEARER + " " + DPOP + error);
    assertThat(answer(Client.get("/orders/clerks", "Bearer " + unbound)))
        .isEqualTo("403 " + BEARER + error + " " + DPOP);
  }

  @Test
  void needsNoHost() {
    String[] fields = {
      "Authorization: DPoP " + jo.token, "DPoP: " + jo.proof("/orders/read").compact()
    };
    assertThat(Client.statusLine("GET /orders/read HTTP/1.0", fields)).isEqualTo("HTTP/1.0 200");
  }

  @Test
  void needsNoProofWhereNoTokenIsNeeded() {
    assertThat(answer(Client.get("/ping"))).isEqualTo("200 [pong]");
  }
}
