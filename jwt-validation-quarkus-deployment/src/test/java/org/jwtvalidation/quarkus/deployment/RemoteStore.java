package org.jwtvalidation.quarkus.deployment;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Proofs that are recorded elsewhere, whenever requests are authenticated. */
@Timeout(60)
abstract class RemoteStore {

  private final Prover jo = new Prover("orders:read");

  static QuarkusUnitTest application() {
    return Application.orders(RemoteStore.class, Prover.class, Remote.class)
        .overrideConfigKey("jwt-validation.pop.dpop.public-base", Prover.PUBLIC_BASE)
        .overrideConfigKey("jwt-validation.pop.dpop.replay-store-timeout", "2S");
  }

  @BeforeEach
  void answer() {
    Remote.answers = true;
  }

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
    Remote.answers = false;
    List<CompletableFuture<HttpResponse<String>>> waiting =
        Stream.of("mine", "later", "blocking", "read", "clerks")
            .map(path -> jo.send("/orders/" + path))
            .toList();
    int served = 0;
    while (waiting.stream().noneMatch(CompletableFuture::isDone)) {
      assertThat(Client.send("/ping").get(1, SECONDS).body()).isEqualTo("pong");
      served++;
    }
    assertThat(served).isGreaterThan(20);
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(Client.answer(each.get(30, SECONDS))).matches("503 [1-9][0-9]?");
    }
  }
}
