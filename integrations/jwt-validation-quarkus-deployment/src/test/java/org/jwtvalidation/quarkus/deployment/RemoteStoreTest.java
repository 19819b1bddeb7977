// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Proofs that are recorded elsewhere. Requests are authenticated ahead of all endpoints, which then
 * go on wherever the authentication ends.
 */
@Tag("jdk-independent")
@Timeout(600)
class RemoteStoreTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Prover.class, Remote.class, Arrivals.class)
          .overrideConfigKey("quarkus.http.auth.proactive", "true")
          .overrideConfigKey("jwt-validation.pop.dpop.public-base", Prover.PUBLIC_BASE)
          .overrideConfigKey("jwt-validation.pop.dpop.window", "5M")
          .overrideConfigKey("jwt-validation.pop.dpop.replay-store-timeout", "30S")
          // All requests share one thread, which the first one that waits would block.
          .overrideConfigKey("quarkus.vertx.event-loops-pool-size", "1");

  private final Prover jo = new Prover("orders:read");

  @Test
  void asksTheStoreOfTheApplication() {
    String proof = jo.proof("/orders/mine").compact();
    assertThat(Client.answer(jo.get("/orders/mine", proof))).isEqualTo("200 [jo jo jo worker]");
    assertThat(jo.get("/orders/mine", proof).statusCode()).isEqualTo(401);
    // Not on the thread of the store.
    assertThat(Client.answer(jo.get("/orders/later"))).isEqualTo("200 [jo loop]");
  }

  @Test
  void keepsTheEventLoopFreeWhileTheStoreDoesNotAnswer() throws Exception {
    // The keys are there, so that only the store is waited for.
    assertThat(jo.get("/orders/read").statusCode()).isEqualTo(200);
    Remote.answer(false);
    int before = Arrivals.count();
    List<CompletableFuture<HttpResponse<String>>> waiting =
        Stream.of("mine", "later", "blocking", "read", "clerks")
            .map(path -> jo.send("/orders/" + path))
            .toList();
    Await.until(() -> Arrivals.count() == before + waiting.size());
    // The only thread would begin this after the others are answered, if it waited for the store.
    assertThat(Client.get("/ping").body()).isEqualTo("pong");
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    Remote.answer(true);
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(Client.answer(each.get())).matches("503 [1-9][0-9]?");
    }
  }
}
