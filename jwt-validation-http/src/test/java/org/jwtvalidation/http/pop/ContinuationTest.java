// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Patience;

@Timeout(300)
class ContinuationTest {

  @Test
  void countsCallersThatBlockAsThoseThatDoNot() throws Exception {
    Continuation continuation = new Continuation();
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> last = answer;
    for (int i = 1; i < Continuation.MAX_WAITING_OF_CLIENT; i++) {
      last = continuation.of(answer, "client");
    }
    assertThat(continuation.hasPlaceFor("client")).isTrue();

    FutureTask<String> blocked =
        new FutureTask<>(() -> continuation.await(answer, TimeUnit.MINUTES.toNanos(4), "client"));
    new Thread(blocked, "blocked").start();
    Patience.until(() -> !continuation.hasPlaceFor("client"));
    assertThat(continuation.hasPlaceFor("other")).isTrue();

    answer.complete("yes");
    assertThat(blocked.get()).isEqualTo("yes");
    assertThat(last.get()).isEqualTo("yes");
    Patience.until(() -> continuation.hasPlaceFor("client"));
  }
}
