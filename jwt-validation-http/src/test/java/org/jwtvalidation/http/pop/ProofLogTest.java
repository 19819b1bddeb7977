// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.UndecidedException;

/** What the log says of proofs, also to a framework that asks for them itself. */
@Timeout(60)
class ProofLogTest {

  /** The lines at {@code DEBUG} about proofs. */
  private static List<String> lines(CapturedLog log) {
    return log.records().stream()
        .filter(each -> each.getLevel().equals(Level.FINE))
        .map(LogRecord::getMessage)
        .filter(each -> each.startsWith("proof"))
        .toList();
  }

  /** Asks as a framework does. */
  private static void ask(ProofOfPossession checks, ProofScene scene, Attempt attempt) {
    AccessToken token =
        scene.validator.tryValidate(attempt.token(), checks.methods()).orElseThrow();
    assertThat(checks.check(token, attempt.token(), true, attempt).join().isAccepted()).isFalse();
  }

  private static ProofOfPossession.Builder dpop() {
    return ProofOfPossession.builder().dpop(ProofScene.PUBLIC_BASE);
  }

  @Test
  void namesWhatIsAtFaultOnce() {
    ProofScene scene = new ProofScene();
    String line = "proof of possession INVALID: htm";
    try (CapturedLog log = new CapturedLog()) {
      ask(dpop().build(), scene, scene.attempt().method("DELETE"));
      assertThat(lines(log)).containsExactly(line);
      assertThat(scene.refused(scene.attempt().method("DELETE"), ProofResult.INVALID)).isNotNull();
      assertThat(lines(log)).as("one more of each node").containsExactly(line, line, line);
    }
  }

  @Test
  void saysNothingOfProofsThatAreAccepted() {
    ProofScene scene = new ProofScene();
    try (CapturedLog log = new CapturedLog()) {
      scene.accepted(scene.attempt());
      assertThat(lines(log)).isEmpty();
    }
  }

  private static void assertFailure(
      CompletionStage<ReplayStore.Answer> answer, Class<? extends Throwable> cause, String text) {
    ProofScene scene = new ProofScene();
    ProofOfPossession checks = dpop().replayStore((key, until) -> answer).build();
    try (CapturedLog log = new CapturedLog()) {
      ask(checks, scene, scene.attempt());
      ask(checks, scene, scene.attempt());
      assertThat(log.records())
          .filteredOn(each -> each.getLevel().equals(Level.WARNING))
          .singleElement()
          .satisfies(
              each ->
                  assertThat(each.getMessage())
                      .isEqualTo("the replay store failed; proofs are undecided"),
              each -> assertThat(each.getThrown()).isInstanceOf(cause).hasMessageContaining(text));
      assertThat(lines(log)).contains("proof of possession UNDECIDED: replay store");
    }
  }

  @Test
  void showsWhyAStoreFailed() {
    IllegalStateException down = new IllegalStateException("the cluster is down");
    assertFailure(CompletableFuture.failedFuture(down), IllegalStateException.class, "cluster");
    assertFailure(
        CompletableFuture.completedStage(null), NullPointerException.class, "the answer is null");
    InMemoryReplayStore small = InMemoryReplayStore.builder().maxProofs(100).build();
    Instant until = Instant.now().plusSeconds(60);
    CompletionStage<ReplayStore.Answer> last = small.remember(ReplayKey.of("k", "0", "k"), until);
    for (int i = 1; !last.toCompletableFuture().isCompletedExceptionally(); i++) {
      last = small.remember(ReplayKey.of("k", "" + i, "client " + i), until);
    }
    assertFailure(last, UndecidedException.class, "maxProofs");
  }
}
