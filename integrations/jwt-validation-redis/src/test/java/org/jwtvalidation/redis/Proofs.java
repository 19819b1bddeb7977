// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ReplayKey;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.token.UndecidedException;

/** Asks stores about the proofs of one client. */
final class Proofs {

  private static final String CLIENT = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

  private Proofs() {}

  /** Patient, because the machine of a test may be slow. */
  static RedisReplayStore.Builder patient(RedisReplayStore.Builder options) {
    return options.commandTimeout(Duration.ofSeconds(10)).connectTimeout(Duration.ofMinutes(1));
  }

  static CompletableFuture<Answer> ask(ReplayStore store, String jwtId) {
    return store
        .remember(ReplayKey.of(CLIENT, jwtId, CLIENT), Instant.now().plusSeconds(120))
        .toCompletableFuture();
  }

  /** The answer about a proof, null if the store is undecided. */
  static @Nullable Answer answer(ReplayStore store, String jwtId) {
    try {
      return ask(store, jwtId).join();
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(UndecidedException.class);
      return null;
    }
  }

  /** Asks until the store tells. */
  static Answer answerOnceDecided(ReplayStore store, String jwtId) throws InterruptedException {
    Answer answer = answer(store, jwtId);
    while (answer == null) {
      Thread.sleep(5);
      answer = answer(store, jwtId);
    }
    return answer;
  }
}
