// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.http.pop.ProofResult.ACCEPTED;
import static org.jwtvalidation.http.pop.ProofResult.INVALID;
import static org.jwtvalidation.http.pop.ProofResult.NONCE_NEEDED;
import static org.jwtvalidation.http.pop.ProofResult.REPLAYED;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.token.AccessToken;

class DpopNoncesTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final byte[] secret = new byte[32];

  @Test
  void acceptsTheNoncesOfThisWindowAndTheOneBefore() {
    DpopNonces nonces = DpopNonces.random();
    String first = nonces.current(START);

    assertThat(first).matches("[A-Za-z0-9_-]{24}");
    assertThat(nonces.current(START.plusSeconds(299))).isEqualTo(first);
    assertThat(nonces.current(START.plusSeconds(300))).isNotEqualTo(first);
    assertThat(nonces.accepts(first, START)).isTrue();
    assertThat(nonces.accepts(first, START.plusSeconds(599))).isTrue();
    assertThat(nonces.accepts(first, START.plusSeconds(600))).isFalse();
    assertThat(nonces.accepts(first, START.minusSeconds(10))).isTrue();
    assertThat(nonces.accepts(first, START.minusSeconds(11))).isFalse();
    for (String other : new String[] {null, "", first + "A", first.substring(1), "\u00e4"}) {
      assertThat(nonces.accepts(other, START)).isFalse();
    }
  }

  @Test
  void agreesWithNodesOfTheSameSecretAlone() {
    DpopNonces one = DpopNonces.shared(secret);
    DpopNonces two = DpopNonces.shared(secret.clone());
    String nonce = one.current(START);
    Arrays.fill(secret, (byte) 1);

    assertThat(two.accepts(nonce, START)).isTrue();
    assertThat(one.current(START)).isEqualTo(nonce);
    assertThat(DpopNonces.shared(secret).accepts(nonce, START)).isFalse();
    assertThat(DpopNonces.random().accepts(nonce, START)).isFalse();
    assertThat(two.withWindow(Duration.ofSeconds(301)).accepts(nonce, START)).isFalse();
  }

  private static byte[] hmac(byte[] key, String purpose, long number) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    ByteBuffer text = ByteBuffer.allocate(purpose.length() + Long.BYTES);
    return mac.doFinal(text.put(purpose.getBytes(US_ASCII)).putLong(number).array());
  }

  /** Nodes of two releases must agree. */
  @Test
  void isAHashOfTheWindowByTheKeyOfItsDay() throws Exception {
    Instant last = Instant.parse("2026-03-01T23:59:50Z");
    for (Instant begin : List.of(last, last.plusSeconds(10))) {
      byte[] key = hmac(secret, "key of day", begin.getEpochSecond() / 86_400);
      byte[] hash = hmac(key, "nonce of 10", begin.getEpochSecond() / 10);

      assertThat(DpopNonces.shared(secret).withWindow(Duration.ofSeconds(10)).current(begin))
          .isEqualTo(Base64.getUrlEncoder().encodeToString(Arrays.copyOf(hash, 18)));
    }
  }

  @Test
  void neverRepeatsANonce() {
    DpopNonces nonces = DpopNonces.shared(secret).withWindow(Duration.ofSeconds(10));
    Set<String> seen = new HashSet<>();
    // Through more than two days, each of which has another key.
    for (int i = 0; i < 2000; i++) {
      seen.add(nonces.current(START.plusSeconds(100L * i)));
    }
    assertThat(seen).hasSize(2000);
    assertThat(nonces).hasToString("DpopNonces[window=PT10S]");
  }

  @Test
  void refusesWeakSecretsAndOddWindows() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DpopNonces.shared(new byte[31]))
        .withMessageStartingWith("secret: 31 octets are too few; give at least 32");
    for (Duration length :
        List.of(
            Duration.ZERO,
            Duration.ofSeconds(9),
            Duration.ofSeconds(3601),
            Duration.ofMillis(10_500))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DpopNonces.random().withWindow(length))
          .withMessage(
              "window: %s is not a number of seconds between PT10S and PT1H; choose a length in"
                  + " between",
              length);
    }
    assertThat(DpopNonces.random().withWindow(Duration.ofHours(1)))
        .hasToString("DpopNonces[window=PT1H]");
  }

  private ProofScene scene() {
    ProofScene scene = new ProofScene(options -> options.nonces(DpopNonces.shared(secret)));
    scene.now = START;
    return scene;
  }

  private static Attempt withNonce(ProofScene scene, String nonce) {
    return scene.attempt().proof(proof -> proof.nonce(nonce));
  }

  @Test
  void tellsClientsTheNonce() {
    ProofScene scene = scene();
    Challenged challenged = (Challenged) scene.refused(scene.attempt(), NONCE_NEEDED);

    String nonce = challenged.dpopNonce();
    assertThat(nonce).isNotNull();
    assertThat(challenged.status()).isEqualTo(401);
    assertThat(challenged.challenges().get(0)).isEqualTo("Bearer realm=\"orders\"");
    assertThat(challenged.challenges().get(1))
        .startsWith("DPoP realm=\"orders\", algs=\"")
        .endsWith("\", error=\"use_dpop_nonce\"");
    assertThat(challenged.headers())
        .containsEntry("DPoP-Nonce", List.of(nonce))
        .containsEntry("Cache-Control", List.of("no-store"));

    assertThat(scene.accepted(withNonce(scene, nonce)).headers()).isEmpty();
    scene.refused(withNonce(scene, nonce + "A"), NONCE_NEEDED);
    scene.refused(withNonce(scene, DpopNonces.random().current(START)), NONCE_NEEDED);
  }

  @Test
  void givesTheNextNonceInTimeWithAnAnswer() {
    ProofScene scene = scene();
    String nonce = DpopNonces.shared(secret).current(scene.now);
    scene.now = scene.now.plusSeconds(300);
    String next = DpopNonces.shared(secret).current(scene.now);

    assertThat(scene.accepted(withNonce(scene, nonce)).headers())
        .isEqualTo(Map.of("DPoP-Nonce", List.of(next), "Cache-Control", List.of("no-store")));
    assertThat(scene.accepted(withNonce(scene, next)).dpopNonce()).isNull();
    scene.now = scene.now.plusSeconds(300);
    scene.refused(withNonce(scene, nonce), NONCE_NEEDED);
  }

  @Test
  void givesTheNextNonceAlsoToATokenThatDoesNotSuffice() {
    ProofScene scene = scene();
    DpopNonces nonces = DpopNonces.shared(secret);
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(scene.validator)
            .proofOfPossession(
                ProofOfPossession.builder()
                    .dpop(ProofScene.PUBLIC_BASE)
                    .nonces(nonces)
                    .clock(scene.clock)
                    .build())
            .build();
    String nonce = nonces.current(scene.now);
    scene.now = scene.now.plusSeconds(300);
    Attempt attempt = withNonce(scene, nonce);
    for (AccessRule rule :
        List.of(
            AccessRule.scope("read"),
            AccessRule.anyRole("clerk"),
            AccessRule.authentication().acr("gold"))) {
      Challenged refused =
          (Challenged) bearer.authenticate(attempt.proof(proof -> proof.nonce(nonce)), rule);
      assertThat(refused.status()).isIn(401, 403);
      assertThat(refused.dpopNonce()).isEqualTo(nonces.current(scene.now));
    }
  }

  @Test
  @DisplayName("F50: clocks of two nodes 9 s apart")
  void asksForNoNonceAgainIfAnotherNodeIsAhead() {
    ProofScene scene = scene();
    List<ProofOfPossession> nodes =
        Stream.of(0, 9)
            .map(ahead ->
                ProofOfPossession.builder()
                    .dpop(ProofScene.PUBLIC_BASE)
                    .nonces(DpopNonces.shared(secret))
                    .clock(() -> scene.now.plusSeconds(ahead))
                    .build())
            .toList();
    Attempt attempt = scene.attempt();
    AccessToken token =
        scene.validator.tryValidate(attempt.token(), nodes.get(0).methods()).orElseThrow();
    AtomicReference<String> nonce = new AtomicReference<>("unknown");
    List<ProofResult> results = new ArrayList<>();
    // Around the beginnings of two windows.
    for (int second = 280; second < 620; second += second == 320 ? 260 : 1) {
      scene.now = START.plusSeconds(second);
      for (ProofOfPossession node : nodes) {
        attempt.proof(proof -> proof.nonce(nonce.get()));
        ProofAnswer answer = node.check(token, attempt.token(), true, attempt).join();
        results.add(answer.result());
        if (answer.nonce() != null) {
          nonce.set(answer.nonce());
        }
      }
    }

    assertThat(results.get(0)).isEqualTo(NONCE_NEEDED);
    assertThat(results.subList(1, results.size())).containsOnly(ACCEPTED);
  }

  @Test
  void asksForANonceOnlyIfEverythingElseIsRightAndRemembersNoSuchProof() {
    ProofScene scene = scene();
    String nonce = DpopNonces.shared(secret).current(scene.now);
    Challenged wrong =
        (Challenged) scene.refused(scene.attempt().proof(p -> p.claim("htm", "POST")), INVALID);
    assertThat(wrong.dpopNonce()).isNull();

    scene.refused(scene.attempt().proof(p -> p.jwtId("7")), NONCE_NEEDED);
    Attempt good = scene.attempt().proof(p -> p.jwtId("7").nonce(nonce));
    scene.accepted(good);
    scene.refused(good, REPLAYED);
  }
}
