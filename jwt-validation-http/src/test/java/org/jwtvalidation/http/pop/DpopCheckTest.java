// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.http.pop.ProofResult.INVALID;
import static org.jwtvalidation.http.pop.ProofResult.MISSING;
import static org.jwtvalidation.http.pop.ProofResult.OTHER_KEY;
import static org.jwtvalidation.http.pop.ProofResult.REPLAYED;
import static org.jwtvalidation.http.pop.ProofResult.TOO_MANY;
import static org.jwtvalidation.http.pop.ProofResult.UNDECIDED;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.DpopProofBuilder;
import org.jwtvalidation.token.AccessToken;

class DpopCheckTest {

  private final ProofScene scene = new ProofScene();

  private ProofOfPossession possession(@Nullable Answer ofStore) {
    return ProofOfPossession.builder()
        .dpop(ProofScene.PUBLIC_BASE)
        .clock(scene.clock)
        .replayStore((key, until) -> CompletableFuture.completedStage(ofStore))
        .build();
  }

  private AccessToken token(Attempt attempt, ProofOfPossession possession) {
    return scene.validator.tryValidate(attempt.token(), possession.methods()).orElseThrow();
  }

  private ProofAnswer answer(Attempt attempt, @Nullable Answer ofStore) {
    ProofOfPossession possession = possession(ofStore);
    return possession.check(token(attempt, possession), attempt.token(), true, attempt).join();
  }

  private void assertRefused(Attempt attempt, ProofResult result, String fault) {
    assertThat(answer(attempt, Answer.FIRST)).isEqualTo(new ProofAnswer(result, fault, null, null));
  }

  private void assertInvalid(UnaryOperator<DpopProofBuilder> change, String fault) {
    assertRefused(scene.attempt().proof(change), INVALID, fault);
  }

  @Test
  void namesTheClaimAtFault() {
    long now = scene.now.getEpochSecond();
    Map<String, Object> wrong =
        Map.of(
            "htm",
            "POST",
            "htu",
            "https://api.example/refunds",
            "iat",
            now - 60,
            "exp",
            now - 10,
            "nbf",
            now + 11,
            "ath",
            "x");

    wrong.forEach((claim, value) -> assertInvalid(proof -> proof.claim(claim, value), claim));
  }

  @Test
  void namesWhatElseIsAtFault() {
    assertInvalid(proof -> proof.header("typ", "JWT"), "typ");
    assertInvalid(proof -> proof.withoutClaim("jti"), "jti");
    assertInvalid(proof -> proof.signedBy(DpopClient.create().key()), "SIGNATURE_INVALID");
    assertRefused(scene.attempt().proofs("a.b"), INVALID, "MALFORMED_SEGMENTS");
    assertRefused(scene.attempt().proofs("a.b.c", "a.b.c"), INVALID, "DPoP");
    assertRefused(scene.attempt().proofs(), MISSING, "DPoP");
    assertRefused(scene.attempt().thief(DpopClient.create()), OTHER_KEY, "jwk");
  }

  @Test
  void namesWhatTheStoreDecidesBy() {
    Map<Answer, ProofResult> refusals =
        Map.of(Answer.REPLAYED, REPLAYED, Answer.TOO_MANY, TOO_MANY);

    refusals.forEach((ofStore, result) ->
        assertThat(answer(scene.attempt(), ofStore))
            .isEqualTo(new ProofAnswer(result, "jti", null, null)));
    assertThat(answer(scene.attempt(), null))
        .isEqualTo(new ProofAnswer(UNDECIDED, "replay store", null, null));
  }

  @Test
  void hasAnsweredWhereTheStoreHas() {
    Attempt attempt = scene.attempt();
    ProofOfPossession possession = possession(Answer.FIRST);
    AccessToken token = token(attempt, possession);
    // Many, because another thread might be as fast once.
    for (int i = 0; i < 100; i++) {
      assertThat(possession.check(token, attempt.token(), true, attempt)).isCompleted();
    }
  }
}
