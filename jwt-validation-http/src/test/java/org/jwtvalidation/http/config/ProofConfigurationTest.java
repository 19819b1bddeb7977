// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.Attempt;
import org.jwtvalidation.http.pop.InMemoryReplayStore;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ProofScene;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.http.pop.RsaClient;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.token.ConfirmationMethod;

@Timeout(300)
class ProofConfigurationTest {

  private static final String DPOP = "pop.dpop.public-base=https://api.example";
  private static final String SECRET =
      Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(UTF_8));

  /** What sends requests, and whose issuer is trusted. */
  private final ProofScene scene = new ProofScene();

  private static @Nullable ProofOfPossession checks(@Nullable ReplayStore store, String... lines) {
    return new ResourceServerConfiguration(TextOptions.of(lines)).proofOfPossession(store);
  }

  private static ProofOfPossession checks(String... lines) {
    ProofOfPossession checks = checks((ReplayStore) null, lines);
    assertThat(checks).isNotNull();
    return checks;
  }

  private BearerAnswer answer(ProofOfPossession checks, Attempt attempt) {
    return BearerAuthenticator.builder(scene.validator)
        .proofOfPossession(checks)
        .build()
        .authenticate(attempt);
  }

  private static void fails(String message, String... lines) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> checks((ReplayStore) null, lines))
        .withMessage("jwt-validation.pop." + message)
        .satisfies(e -> assertThat(String.valueOf(e.getCause())).doesNotContain("!secret"));
  }

  @Test
  void checksNothingUnlessToldTo() {
    assertThat(checks((ReplayStore) null)).isNull();
    assertThat(checks(InMemoryReplayStore.builder().build())).isNull();
    assertThat(new ResourceServerConfiguration(TextOptions.of()).proofOfPossession(null)).isNull();
  }

  @Test
  void checksProofsForThePublicBase() {
    ProofOfPossession checks = checks(DPOP);
    assertThat(checks.methods()).containsExactly(ConfirmationMethod.JKT);
    assertThat(checks.isRequired()).isFalse();
    Attempt attempt = scene.attempt();
    assertThat(answer(checks, attempt)).isInstanceOf(Authenticated.class);
    assertThat(answer(checks, attempt)).isInstanceOf(Challenged.class);
    assertThat(answer(checks("pop.dpop.public-base=https://b.example"), scene.attempt()))
        .isInstanceOf(Challenged.class);
  }

  @Test
  void takesTheOptionsOfProofs() {
    ProofOfPossession checks =
        checks(
            DPOP,
            "pop.dpop.algorithms=ES256,EdDSA",
            "pop.dpop.window=PT5S",
            "pop.dpop.max-known-keys=7",
            "pop.dpop.replay-store-timeout=PT2S",
            "pop.required=true");
    assertThat(checks.algorithms())
        .containsExactlyInAnyOrder(
            SignatureAlgorithm.ES256, SignatureAlgorithm.ED25519, SignatureAlgorithm.ED448);
    assertThat(checks.isRequired()).isTrue();
    assertThat(answer(checks, scene.attempt())).isInstanceOf(Authenticated.class);
    scene.now = scene.now.minusSeconds(30);
    assertThat(answer(checks, scene.attempt())).isInstanceOf(Challenged.class);
    assertThat(answer(checks(DPOP), scene.attempt())).isInstanceOf(Authenticated.class);
  }

  @ParameterizedTest
  @CsvSource({"PT5S, 30, false", "PT5M, 90, true"})
  void acceptsProofsWithinTheWindow(String window, int age, boolean isAccepted) {
    scene.now = scene.now.minusSeconds(age);
    BearerAnswer answer = answer(checks(DPOP, "pop.dpop.window=" + window), scene.attempt());
    assertThat(answer instanceof Authenticated).isEqualTo(isAccepted);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void keepsTheKeysOfAsManyClientsAsTold(int kept) {
    ProofOfPossession checks = checks(DPOP, "pop.dpop.max-known-keys=" + kept);
    for (int client = 0; client < 3; client++) {
      Attempt attempt = scene.attempt().client(DpopClient.create());
      assertThat(answer(checks, attempt)).isInstanceOf(Authenticated.class);
    }
    assertThat(checks.knownKeys()).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({"true, 0", "false, 1"})
  void leavesSignaturesToProvidersAsThoseOfTokens(boolean providersOnly, int tables) {
    ProofOfPossession checks = checks(DPOP, "signatures-by-providers-only=" + providersOnly);
    // The library's own arithmetic makes the table of a client's key after 16 proofs.
    for (int i = 0; i < 17; i++) {
      assertThat(answer(checks, scene.attempt())).isInstanceOf(Authenticated.class);
    }
    assertThat(checks.keyTables().count()).isEqualTo(tables);
  }

  @Test
  void verifiesProofsByTheProviderOfTokens() {
    DpopClient rsa = RsaClient.of(SignatureAlgorithm.RS256);
    ProofOfPossession checks = checks(DPOP, "signature-provider=SunRsaSign");
    assertThat(answer(checks, scene.attempt().client(rsa))).isInstanceOf(Authenticated.class);
    // Has no elliptic curves.
    assertThat(answer(checks, scene.attempt())).isInstanceOf(Challenged.class);
  }

  @Test
  void asksTheStoreOfTheApplicationAsLongAsTold() {
    CompletableFuture<ReplayStore.Answer> question = new CompletableFuture<>();
    CompletableFuture<BearerAnswer> patient = waiting(question, "PT30S");
    CompletableFuture<BearerAnswer> impatient = waiting(question, "PT0.05S");
    assertThat(impatient.join()).isInstanceOf(Unavailable.class);
    assertThat(patient).isNotDone();
    question.complete(ReplayStore.Answer.FIRST);
    assertThat(patient.join()).isInstanceOf(Authenticated.class);
  }

  private CompletableFuture<BearerAnswer> waiting(
      CompletableFuture<ReplayStore.Answer> question, String timeout) {
    ProofOfPossession checks =
        checks((key, until) -> question, DPOP, "pop.dpop.replay-store-timeout=" + timeout);
    assertThat(checks).isNotNull();
    return BearerAuthenticator.builder(scene.validator)
        .proofOfPossession(checks)
        .build()
        .authenticateAsync(scene.attempt());
  }

  @Test
  void needsNoncesIfToldTo() {
    ProofOfPossession random = checks(DPOP, "pop.dpop.nonces=random");
    Challenged first = (Challenged) answer(random, scene.attempt());
    assertThat(first.challenges().toString()).contains("use_dpop_nonce");
    Attempt again = scene.attempt().proof(proof -> proof.nonce(first.dpopNonce()));
    assertThat(answer(random, again)).isInstanceOf(Authenticated.class);
    Attempt elsewhere = scene.attempt().proof(proof -> proof.nonce(first.dpopNonce()));
    assertThat(answer(checks(DPOP, "pop.dpop.nonces=random"), elsewhere))
        .isInstanceOf(Challenged.class);
    assertThat(answer(checks(DPOP, "pop.dpop.nonces=none"), scene.attempt()))
        .isInstanceOf(Authenticated.class);
  }

  @Test
  void sharesNoncesByTheSecret() {
    String[] shared = {
      DPOP,
      "pop.dpop.nonces=shared",
      "pop.dpop.nonce-secret=" + SECRET,
      "pop.dpop.nonce-window=PT1H"
    };
    Challenged first = (Challenged) answer(checks(shared), scene.attempt());
    Attempt elsewhere = scene.attempt().proof(proof -> proof.nonce(first.dpopNonce()));
    assertThat(answer(checks(shared), elsewhere)).isInstanceOf(Authenticated.class);
    // A nonce depends on its window, too.
    shared[3] = "pop.dpop.nonce-window=PT10S";
    Attempt otherWindow = scene.attempt().proof(proof -> proof.nonce(first.dpopNonce()));
    assertThat(answer(checks(shared), otherWindow)).isInstanceOf(Challenged.class);
  }

  @Test
  void comparesCertificates() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    Attempt ofConnection =
        scene
            .attempt()
            .token(token -> token.boundTo(certificate))
            .bearer()
            .proofs()
            .certificate(certificate.x509());
    ProofOfPossession direct = checks("pop.mutual-tls=true", "pop.required=true");
    assertThat(direct.methods()).containsExactly(ConfirmationMethod.X5T_S256);
    assertThat(answer(direct, ofConnection)).isInstanceOf(Authenticated.class);

    ProofOfPossession proxied = checks("pop.mutual-tls-proxies=10.0.0.1,2001:db8::1");
    assertThat(answer(proxied, ofConnection)).isInstanceOf(Challenged.class);
    String encoded = Base64.getEncoder().encodeToString(certificate.x509().getEncoded());
    Attempt passedOn = ofConnection.field("Client-Cert", ':' + encoded + ':');
    for (String proxy : List.of("10.0.0.1", "2001:db8:0::1")) {
      assertThat(answer(proxied, passedOn.peer(proxy))).isInstanceOf(Authenticated.class);
    }
    assertThat(answer(proxied, passedOn.peer("10.0.0.2"))).isInstanceOf(Challenged.class);

    ProofOfPossession both = checks("pop.mutual-tls=true", "pop.mutual-tls-proxies=10.0.0.1");
    assertThat(answer(both, passedOn.peer("10.0.0.2"))).isInstanceOf(Authenticated.class);
    assertThat(answer(both, passedOn.peer("10.0.0.1"))).isInstanceOf(Authenticated.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          public-base=api.example -> public-base: "api.example" is not a URI of http or https with a host and without user, query and fragment; give the one by which clients reach the service, such as https://api.example
          algorithms=HS256 -> algorithms: "HS256" is symmetric: a party that can check such a token can also write one, so only public keys are supported; let the issuer sign with a private key; choose one of [RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, Ed25519, Ed448, ML-DSA-44, ML-DSA-65, ML-DSA-87]
          window=PT10M -> window: PT10M is not more than zero and at most PT5M; choose a duration in between
          max-known-keys=0 -> max-known-keys: 0 is not between 1 and 1000000; choose about the number of clients that are active at a time
          replay-store-timeout=PT0S -> replay-store-timeout: PT0S is not more than zero and at most PT30S; choose a duration in between
          nonces=shared -> nonce-secret: none given for nonces=shared; give at least 32 octets from a secure source of random numbers in base64
          nonces=shared|nonce-secret=!secret -> nonce-secret: the secret is not base64; give at least 32 octets from a secure source of random numbers in base64
          nonces=shared|nonce-secret=c2VjcmV0 -> nonce-secret: 6 octets are too few; give at least 32 from a secure source of random numbers
          nonces=random|nonce-secret=c2VjcmV0 -> nonce-secret: set without shared nonces; set nonces=shared, or drop it
          nonce-secret=c2VjcmV0 -> nonce-secret: set without shared nonces; set nonces=shared, or drop it
          nonce-window=PT1M -> nonce-window: set without nonces; set nonces=random or nonces=shared, or drop it
          nonces=random|nonce-window=PT1S -> nonce-window: PT1S is not a number of seconds between PT10S and PT1H; choose a length in between
          """)
  void namesKeyValueAndRemedyOfProofs(String options, String message) {
    List<String> lines = new ArrayList<>(List.of(DPOP));
    for (String option : options.split("\\|", -1)) {
      lines.add("pop.dpop." + option);
    }
    fails("dpop." + message, lines.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "algorithms, ES256",
    "window, PT5S",
    "max-known-keys, 5",
    "replay-store-timeout, PT1S",
    "nonces, none",
    "nonce-secret, c2VjcmV0",
    "nonce-window, PT1M"
  })
  void refusesOptionsOfProofsWithoutAPublicBase(String option, String value) {
    fails(
        "dpop."
            + option
            + ": set without dpop.public-base, so that no proofs are checked; set that, too, or"
            + " drop this",
        "pop.mutual-tls=true",
        "pop.dpop." + option + "=" + value);
  }

  @Test
  void namesKeyValueAndRemedyOfTheOthers() {
    fails(
        "required: set without a proof to check; set dpop.public-base or mutual-tls, or drop this",
        "pop.required=true");
    fails(
        "mutual-tls-proxies: proxy.example is not an IP address; give the one from which the proxy"
            + " connects",
        "pop.mutual-tls-proxies=10.0.0.1,proxy.example");
  }
}
