package org.jwtvalidation.quarkus.deployment;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens while the issuer does not answer, whenever requests are authenticated. */
@Timeout(90)
abstract class Outage {

  @Test
  void keepsTheEventLoopFreeWhileKeysAreFetched() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> waiting =
        Stream.of("mine", "later", "blocking", "read", "clerks")
            .map(path -> Client.send("/orders/" + path, bearer()))
            .toList();
    int served = 0;
    while (waiting.stream().noneMatch(CompletableFuture::isDone)) {
      // Far less than the time-out for keys, for which a blocked event loop would wait.
      assertThat(Client.send("/ping").get(2, SECONDS).body()).isEqualTo("pong");
      served++;
    }
    assertThat(served).isGreaterThan(20);
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(Client.answer(each.get(30, SECONDS))).matches("503 [1-9][0-9]?");
    }
    HangingIssuer.ISSUER.recover();
    HttpResponse<String> answer = Client.get("/orders/mine", bearer());
    for (int tries = 0; answer.statusCode() == 503 && tries < 40; tries++) {
      TimeUnit.SECONDS.sleep(1);
      answer = Client.get("/orders/mine", bearer());
    }
    assertThat(Client.answer(answer)).isEqualTo("200 [jo jo jo worker]");
  }

  private static String bearer() {
    return "Bearer " + HangingIssuer.ISSUER.token().subject("jo").compact();
  }
}
