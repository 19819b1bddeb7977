// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.http.pop.ProofResult.ACCEPTED;
import static org.jwtvalidation.http.pop.ProofResult.INVALID;
import static org.jwtvalidation.http.pop.ProofResult.MISSING;
import static org.jwtvalidation.http.pop.ProofResult.OTHER_KEY;
import static org.jwtvalidation.http.pop.ProofResult.REPLAYED;
import static org.jwtvalidation.http.pop.ProofResult.UNBOUND;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.pop.Attempt;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.http.pop.ProofScene;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestCertificate;

/**
 * Stolen tokens, and proofs that are forged, copied, used twice or made for something else (RFC
 * 9449 sections 4.3, 7 and 11). Each departs from an accepted request in one detail; both forms of
 * authentication refuse it.
 */
class ProofAttackTest {

  private static final String PROOF = "invalid_dpop_proof";
  private static final String TOKEN = "invalid_token";

  private final ProofScene scene = new ProofScene();

  /** An attack, and how the answer shows that it has failed. */
  private record Attack(
      String name, @Nullable ProofResult result, String error, Consumer<Attempt> change) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static Attack header(String name, String parameter, Object value) {
    return new Attack(name, INVALID, PROOF, a -> a.proof(p -> p.header(parameter, value)));
  }

  private static Attack noHeader(String parameter) {
    return new Attack(
        "no " + parameter, INVALID, PROOF, a -> a.proof(p -> p.withoutHeader(parameter)));
  }

  private static Attack claim(String name, String claim, Object value) {
    return new Attack(name, INVALID, PROOF, a -> a.proof(p -> p.claim(claim, value)));
  }

  private static Attack noClaim(String claim) {
    return new Attack("no " + claim, INVALID, PROOF, a -> a.proof(p -> p.withoutClaim(claim)));
  }

  private static Attack htu(String name, String uri) {
    return claim("htu: " + name, "htu", uri);
  }

  private static Attack invalid(String name, Consumer<Attempt> change) {
    return new Attack(name, INVALID, PROOF, change);
  }

  private static String tampered(String proof) {
    int at = proof.length() - 20;
    return proof.substring(0, at) + (proof.charAt(at) == 'A' ? 'B' : 'A') + proof.substring(at + 1);
  }

  static List<Attack> attacks() {
    DpopClient thief = DpopClient.create();
    List<Attack> attacks = new ArrayList<>();
    // A stolen token
    attacks.add(new Attack("token without proof", MISSING, PROOF, a -> a.proofs()));
    attacks.add(new Attack("token as a bearer token", MISSING, TOKEN, a -> a.bearer().proofs()));
    attacks.add(
        new Attack("token as a bearer token, with its proof", MISSING, TOKEN, Attempt::bearer));
    attacks.add(new Attack("token with the thief's proof", OTHER_KEY, TOKEN, a -> a.thief(thief)));
    attacks.add(
        invalid(
            "token with the client's key and the thief's signature",
            a -> a.proof(p -> p.signedBy(thief.key()))));
    // Confusion about what is bound
    attacks.add(new Attack("unbound token under DPoP", UNBOUND, TOKEN, a -> a.token(t -> t)));
    attacks.add(
        new Attack("unbound token with a proof", UNBOUND, TOKEN, a -> a.token(t -> t).bearer()));
    attacks.add(
        new Attack(
            "token bound to a certificate alone",
            null,
            TOKEN,
            a -> a.token(t -> t.boundTo(TestCertificate.create()))));
    for (Map<String, Object> cnf :
        List.<Map<String, Object>>of(
            Map.of(), Map.of("kid", "7"), Map.of("jkt", 7), Map.of("jkt", List.of("x")))) {
      attacks.add(new Attack("cnf " + cnf, null, TOKEN, a -> a.token(t -> t.claim("cnf", cnf))));
    }
    attacks.add(
        new Attack(
            "cnf with a member beside jkt",
            null,
            TOKEN,
            a -> a.token(t -> t.claim("cnf", Map.of("jkt", a.client().thumbprint(), "kid", "7")))));
    attacks.add(
        new Attack(
            "token of Keycloak for DPoP without a key",
            null,
            TOKEN,
            a -> a.token(t -> t.claim("typ", "DPoP")).bearer().proofs()));
    attacks.add(
        new Attack(
            "empty thumbprint",
            OTHER_KEY,
            TOKEN,
            a -> a.token(t -> t.claim("cnf", Map.of("jkt", "")))));
    // Header fields
    attacks.add(invalid("two proofs", a -> a.proofs(a.newProof(p -> p), a.newProof(p -> p))));
    attacks.add(invalid("an empty proof before a good one", a -> a.proofs("", a.newProof(p -> p))));
    attacks.add(
        invalid("a list of proofs", a -> a.proofs(a.newProof(p -> p) + "," + a.newProof(p -> p))));
    attacks.add(invalid("empty field", a -> a.proofs("")));
    attacks.add(invalid("white space", a -> a.proofs(" ")));
    attacks.add(invalid("proof with a scheme", a -> a.proofs("DPoP " + a.newProof(p -> p))));
    attacks.add(invalid("the access token as its proof", a -> a.proofs(a.token())));
    // Form
    attacks.add(
        invalid("no signature", a -> a.proofs(a.newProof(p -> p).replaceAll("[^.]*$", ""))));
    attacks.add(invalid("tampered signature", a -> a.proofs(tampered(a.newProof(p -> p)))));
    attacks.add(invalid("padded", a -> a.proofs(a.newProof(p -> p) + "=")));
    attacks.add(invalid("fourth segment", a -> a.proofs(a.newProof(p -> p) + ".e30")));
    attacks.add(invalid("huge", a -> a.proof(p -> p.claim("x", "x".repeat(20_000)))));
    attacks.add(invalid("long", a -> a.proof(p -> p.claim("x", "x".repeat(9_000)))));
    attacks.add(
        invalid(
            "claims named twice", a -> a.proof(p -> p.rawClaims("{\"jti\":\"1\",\"jti\":\"2\"}"))));
    attacks.add(
        invalid(
            "header named twice",
            a -> a.proof(p -> p.rawHeader("{\"alg\":\"ES256\",\"alg\":\"x\"}"))));
    attacks.add(
        invalid(
            "two signatures in JSON",
            a ->
                a.proofs(
                    a.client()
                        .proof("GET", ProofScene.ORDERS)
                        .accessToken(a.token())
                        .twiceSigned())));
    // Header of the proof
    for (String typ : List.of("JWT", "at+jwt", "application/dpop+jwt", "DPOP+JWT")) {
      attacks.add(header("typ " + typ, "typ", typ));
    }
    attacks.add(noHeader("typ"));
    attacks.add(invalid("alg none", a -> a.proof(p -> p.unsecured())));
    attacks.add(
        invalid(
            "HS256 with the public key as secret",
            a -> a.proof(p -> p.macBy(a.client().key().publicKey().getEncoded()))));
    attacks.add(
        invalid(
            "HS256 with the thumbprint as secret",
            a -> a.proof(p -> p.macBy(a.client().thumbprint().getBytes(US_ASCII)))));
    attacks.add(
        invalid(
            "algorithm that is not accepted",
            a -> a.client(DpopClient.create(SignatureAlgorithm.ES384))));
    attacks.add(header("alg of another kind of key", "alg", "Ed25519"));
    attacks.add(noHeader("alg"));
    attacks.add(noHeader("jwk"));
    attacks.add(invalid("private key", a -> a.proof(p -> p.exposingPrivateKey())));
    attacks.add(header("symmetric key", "jwk", Map.of("kty", "oct", "k", "c2VjcmV0")));
    attacks.add(header("key as text", "jwk", "{\"kty\":\"EC\"}"));
    attacks.add(
        new Attack(
            "point off its curve",
            OTHER_KEY,
            TOKEN,
            a -> {
              Map<String, Object> jwk = new HashMap<>(a.client().publicJwk());
              jwk.put("y", jwk.get("x"));
              a.proof(p -> p.header("jwk", jwk));
            }));
    attacks.add(header("jku", "jku", "https://evil.example/jwks"));
    attacks.add(header("x5u", "x5u", "https://evil.example/cert"));
    attacks.add(header("x5c", "x5c", List.of("MIIB")));
    attacks.add(header("crit", "crit", List.of("jti")));
    attacks.add(header("b64", "b64", false));
    // Claims of the proof
    attacks.add(noClaim("jti"));
    attacks.add(claim("empty jti", "jti", ""));
    attacks.add(claim("jti of 129 characters", "jti", "j".repeat(129)));
    attacks.add(claim("jti that is a number", "jti", 7));
    attacks.add(noClaim("htm"));
    attacks.add(claim("proof of another method", "htm", "POST"));
    attacks.add(claim("method in lower case", "htm", "get"));
    attacks.add(invalid("method overridden", a -> a.method("DELETE")));
    attacks.add(noClaim("htu"));
    attacks.add(htu("another host", "https://evil.example/orders"));
    attacks.add(htu("host with a suffix", "https://api.example.evil.example/orders"));
    attacks.add(htu("host as user", "https://api.example@evil.example/orders"));
    attacks.add(htu("user before the host", "https://x@api.example/orders"));
    attacks.add(htu("another port", "https://api.example:8443/orders"));
    attacks.add(htu("without TLS", "http://api.example/orders"));
    attacks.add(htu("as the server sees it", "http://10.0.0.7:8080/orders"));
    attacks.add(htu("another path", "https://api.example/refunds"));
    attacks.add(htu("longer path", "https://api.example/orders/7"));
    attacks.add(htu("path in other case", "https://api.example/Orders"));
    attacks.add(htu("escaped slash", "https://api.example/%2Forders"));
    attacks.add(htu("slash at the end", "https://api.example/orders/"));
    attacks.add(htu("with the query", "https://api.example/orders?id=7"));
    attacks.add(htu("with a fragment", "https://api.example/orders#x"));
    attacks.add(htu("path alone", "/orders"));
    attacks.add(htu("no URI", "https://api.example/ orders"));
    attacks.add(
        invalid(
            "forwarded host",
            a ->
                a.proof(p -> p.claim("htu", "https://evil.example/orders"))
                    .field("X-Forwarded-Host", "evil.example")
                    .field("Forwarded", "host=evil.example")
                    .field("Host", "evil.example")));
    attacks.add(noClaim("iat"));
    attacks.add(claim("iat that is text", "iat", "1562262618"));
    attacks.add(
        invalid("old proof", a -> a.proof(p -> p.issuedAt(a.now().minus(Duration.ofSeconds(60))))));
    attacks.add(
        invalid(
            "proof made in advance",
            a -> a.proof(p -> p.issuedAt(a.now().plus(Duration.ofSeconds(60))))));
    attacks.add(
        invalid(
            "proof after its exp",
            a -> a.proof(p -> p.claim("exp", a.now().minusSeconds(10).getEpochSecond()))));
    attacks.add(
        invalid(
            "proof before its nbf",
            a -> a.proof(p -> p.claim("nbf", a.now().plusSeconds(11).getEpochSecond()))));
    attacks.add(claim("exp that is text", "exp", "32503680000"));
    attacks.add(claim("nbf that is text", "nbf", "1"));
    attacks.add(noClaim("ath"));
    attacks.add(
        invalid("proof for another token", a -> a.proof(p -> p.accessToken(a.token() + "x"))));
    attacks.add(claim("hash in other case", "ath", "fuHYo2R2z3dz53eSnRwbB0XwxOAnY59iIkcaQKSMqeO"));
    // Both bindings
    attacks.add(
        new Attack(
            "bound to a certificate that nobody checks",
            null,
            TOKEN,
            a -> a.token(t -> t.boundTo(a.client()).boundTo(TestCertificate.create()))));
    return attacks;
  }

  @Test
  void startsFromRequestsThatAreAccepted() {
    scene.accepted(scene.attempt());
    assertThat(scene.results).containsExactly(ACCEPTED, ACCEPTED);
    assertThat(attacks()).hasSizeGreaterThan(80).extracting(Attack::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void refuses(Attack attack) {
    Attempt attempt = scene.attempt();
    attack.change.accept(attempt);

    BearerAnswer answer = scene.answer(attempt);

    Challenged challenged = (Challenged) answer;
    assertThat(challenged.status()).isEqualTo(401);
    String challenges = String.join("\n", challenged.challenges());
    assertThat(challenges).containsOnlyOnce("error=").contains("error=\"" + attack.error + "\"");
    if (attack.result == null) {
      assertThat(scene.results).isEmpty();
      assertThat(scene.outcomes).containsOnly(RequestOutcome.INVALID_TOKEN);
    } else {
      assertThat(scene.results).containsExactly(attack.result, attack.result);
      assertThat(scene.outcomes).containsOnly(RequestOutcome.INVALID_PROOF);
    }
    // Whatever was sent, the client itself is not affected.
    scene.accepted(scene.attempt());
  }

  @Test
  @DisplayName("several header fields Authorization")
  void refusesSeveralTokens() {
    Attempt attempt = scene.attempt();
    for (String other : List.of("Bearer " + attempt.token(), "DPoP " + attempt.token())) {
      Challenged challenged =
          (Challenged) scene.answer(attempt.authorization("DPoP " + attempt.token(), other));
      assertThat(challenged.status()).isEqualTo(400);
    }
  }

  @Test
  @DisplayName("the same proof again, at once and at the end of its window")
  void refusesReplays() {
    Attempt copied = scene.attempt();
    scene.accepted(copied);
    for (Duration later : List.of(Duration.ZERO, Duration.ofSeconds(30), Duration.ofSeconds(29))) {
      scene.now = scene.now.plus(later);
      scene.refused(copied, REPLAYED);
    }
    scene.now = scene.now.plusSeconds(1);
    scene.refused(copied, INVALID);
  }

  @Test
  @DisplayName("a proof from the future, again until it is too old")
  void remembersAProofAsLongAsItWouldBeAccepted() {
    Attempt early = scene.attempt().proof(p -> p.issuedAt(scene.now.plus(Duration.ofSeconds(59))));
    scene.accepted(early);
    for (int i = 0; i < 118; i++) {
      scene.now = scene.now.plusSeconds(1);
      scene.refused(early, REPLAYED);
    }
    scene.now = scene.now.plusSeconds(1);
    scene.refused(early, INVALID);
  }

  @Test
  @DisplayName("a new signature under a jti that was used")
  void refusesAnIdThatWasUsed() {
    scene.accepted(scene.attempt().proof(p -> p.jwtId("7")));
    scene.refused(scene.attempt().proof(p -> p.jwtId("7")), REPLAYED);
    scene.refused(
        scene
            .attempt()
            .method("POST")
            .path("/refunds")
            .proof(
                p -> p.jwtId("7").claim("htm", "POST").claim("htu", "https://api.example/refunds")),
        REPLAYED);
  }

  @Test
  @DisplayName("using up the jti of another client")
  void keepsTheProofsOfClientsApart() {
    scene.accepted(scene.attempt().client(DpopClient.create()).proof(p -> p.jwtId("7")));
    scene.accepted(scene.attempt().proof(p -> p.jwtId("7")));
  }

  @Test
  @DisplayName("using up a jti by a proof that is refused")
  void remembersOnlyAcceptedProofs() {
    scene.refused(scene.attempt().proof(p -> p.jwtId("7").claim("htm", "POST")), INVALID);
    scene.refused(
        scene.attempt().proof(p -> p.jwtId("7").signedBy(DpopClient.create().key())), INVALID);
    scene.accepted(scene.attempt().proof(p -> p.jwtId("7")));
  }

  @Test
  @DisplayName("text of the request in a challenge")
  void putsNoTextOfAProofIntoAnAnswer() {
    for (String claim : List.of("jti", "htm", "htu", "ath", "nonce")) {
      Challenged challenged =
          (Challenged)
              scene.refused(
                  scene.attempt().proof(p -> p.claim(claim, "evil\"\r\n").claim("htm", "evil")),
                  INVALID);
      assertThat(
              challenged.headers().values().stream()
                  .flatMap(List::stream)
                  .collect(Collectors.joining()))
          .doesNotContain("evil");
    }
  }
}
