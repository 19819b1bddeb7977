// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keycloak.KeycloakServer;
import org.jwtvalidation.keycloak.Shop;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.DpopProofBuilder;

/** A service over HTTP, and tokens that a real Keycloak has bound to the keys of its clients. */
class KeycloakIT {

  private static final String CLIENT = "shop-dpop";
  private static final String UNBOUND_CLIENT = "shop-rs256";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static KeycloakServer keycloak;
  private static Shop shop;
  private static TokenValidator validator;
  private static HttpServer service;
  private static URI orders;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    keycloak = KeycloakServer.start();
    shop = new Shop(keycloak.issuer());
    validator =
        TokenValidator.builder()
            .issuer(
                IssuerConfig.builder(keycloak.issuer())
                    .keySource(
                        HttpKeySource.discovered(keycloak.issuer()).allowLoopbackHttp().build())
                    .audience("orders-api")
                    .build())
            .build();
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    URI base = URI.create("http://localhost:" + service.getAddress().getPort());
    orders = base.resolve("/orders");
    service.createContext(
        "/orders",
        new BearerHandler(
            BearerAuthenticator.builder(validator)
                .proofOfPossession(ProofOfPossession.builder().dpop(base).build())
                .build(),
            AccessRule.scope("orders:read"),
            (exchange, token) -> {
              exchange.sendResponseHeaders(204, -1);
              exchange.close();
            }));
    service.start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (service != null) {
      service.stop(0);
    }
    if (validator != null) {
      validator.close();
    }
    if (keycloak != null) {
      keycloak.close();
    }
  }

  /** A client, and the token that Keycloak has bound to its key. */
  private record Customer(DpopClient client, String token) {

    static Customer by(SignatureAlgorithm algorithm) throws IOException, InterruptedException {
      DpopClient client = DpopClient.create(algorithm);
      String proof =
          nameForKeycloak(algorithm, client.proof("POST", shop.tokenEndpoint())).compact();
      return new Customer(client, shop.boundAccessTokenOf(CLIENT, proof));
    }

    /** Keycloak knows the algorithm by the name alone that RFC 9864 has replaced. */
    private static DpopProofBuilder nameForKeycloak(
        SignatureAlgorithm algorithm, DpopProofBuilder proof) {
      return algorithm == SignatureAlgorithm.ED25519 ? proof.header("alg", "EdDSA") : proof;
    }

    String proof(UnaryOperator<DpopProofBuilder> change) {
      return proofBy(client, change);
    }

    String proofBy(DpopClient prover, UnaryOperator<DpopProofBuilder> change) {
      return change.apply(prover.proof("GET", orders).accessToken(token)).compact();
    }

    List<String> get(String... proofs) throws IOException, InterruptedException {
      return answer("DPoP " + token, proofs);
    }
  }

  /** The status, and the challenges. */
  private static List<String> answer(String authorization, String... proofs)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(orders).header("Authorization", authorization);
    for (String proof : proofs) {
      request.header("DPoP", proof);
    }
    var response = HTTP.send(request.build(), BodyHandlers.discarding());
    List<String> answer = new ArrayList<>(List.of(String.valueOf(response.statusCode())));
    answer.addAll(response.headers().allValues("WWW-Authenticate"));
    return answer;
  }

  private static void assertRefused(List<String> answer, String scheme, String error) {
    assertThat(answer.get(0)).isEqualTo("401");
    assertThat(answer)
        .filteredOn(part -> part.contains("error="))
        .singleElement()
        .asString()
        .startsWith(scheme + " ")
        .contains("error=\"" + error + "\"");
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void servesTheClientThatHasTheKey(SignatureAlgorithm algorithm) throws Exception {
    Customer customer = Customer.by(algorithm);

    // The token is cached from the second request on, and the key gets a table.
    for (int i = 0; i < 40; i++) {
      assertThat(customer.get(customer.proof(proof -> proof))).containsExactly("204");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void refusesTheTokenWithoutProof(SignatureAlgorithm algorithm) throws Exception {
    Customer customer = Customer.by(algorithm);
    String bearer = "Bearer " + customer.token();

    assertRefused(customer.get(), "DPoP", "invalid_dpop_proof");
    assertRefused(answer(bearer), "Bearer", "invalid_token");
    assertRefused(answer(bearer, customer.proof(proof -> proof)), "Bearer", "invalid_token");
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void refusesTheProofOfAnotherKey(SignatureAlgorithm algorithm) throws Exception {
    Customer customer = Customer.by(algorithm);
    DpopClient thief = DpopClient.create(algorithm);

    assertRefused(customer.get(customer.proofBy(thief, proof -> proof)), "DPoP", "invalid_token");
    assertRefused(
        customer.get(customer.proof(proof -> proof.signedBy(thief.key()))),
        "DPoP",
        "invalid_dpop_proof");
    Customer another = Customer.by(algorithm);
    assertRefused(
        customer.get(another.proofBy(another.client(), proof -> proof)), "DPoP", "invalid_token");
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void refusesAProofThatWasUsedBefore(SignatureAlgorithm algorithm) throws Exception {
    Customer customer = Customer.by(algorithm);
    String proof = customer.proof(any -> any);

    assertThat(customer.get(proof)).containsExactly("204");
    assertRefused(customer.get(proof), "DPoP", "invalid_dpop_proof");
    assertThat(customer.get(customer.proof(any -> any))).containsExactly("204");
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void refusesAProofForSomethingElse(SignatureAlgorithm algorithm) throws Exception {
    Customer customer = Customer.by(algorithm);
    Customer another = Customer.by(algorithm);

    assertRefused(
        customer.get(customer.proof(proof -> proof.claim("htm", "POST"))),
        "DPoP",
        "invalid_dpop_proof");
    assertRefused(
        customer.get(customer.proof(proof -> proof.claim("htu", shop.tokenEndpoint().toString()))),
        "DPoP",
        "invalid_dpop_proof");
    assertRefused(
        customer.get(customer.proof(proof -> proof.accessToken(another.token()))),
        "DPoP",
        "invalid_dpop_proof");
  }

  @Test
  void servesClientsWhoseTokensAreBoundToNoKey() throws Exception {
    String token = shop.accessTokenOf(UNBOUND_CLIENT);
    String proof = DpopClient.create().proof("GET", orders).accessToken(token).compact();

    assertThat(answer("Bearer " + token)).containsExactly("204");
    assertRefused(answer("DPoP " + token, proof), "DPoP", "invalid_token");
  }
}
