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
 * What happens while the issuer does not answer. Requests are authenticated where an endpoint needs
 * it, on more kinds of threads than ahead of all endpoints, which {@link UnsteadyIssuerTest} shows.
 */
@Tag("jdk-independent")
@Timeout(600)
class OutageTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.ordersFrom(HangingIssuer.class, Arrivals.class)
          .overrideConfigKey("quarkus.http.auth.proactive", "false");

  @Test
  void keepsTheEventLoopFreeWhileKeysAreFetched() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> waiting =
        Stream.of("mine", "later", "blocking", "read", "clerks")
            .map(path -> Client.send("/orders/" + path, bearer()))
            .toList();
    Await.until(() -> Arrivals.count() == waiting.size());
    // The only thread would begin this after the others are answered, if it waited for their keys.
    assertThat(Client.get("/ping").body()).isEqualTo("pong");
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    HangingIssuer.ISSUER.disconnect();
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(Client.answer(each.get())).matches("503 [1-9][0-9]?");
    }
    HangingIssuer.ISSUER.recover();
    Await.until(() -> Client.get("/orders/mine", bearer()).statusCode() != 503);
    assertThat(Client.answer(Client.get("/orders/mine", bearer())))
        .isEqualTo("200 [jo jo jo worker]");
  }

  private static String bearer() {
    return "Bearer " + HangingIssuer.ISSUER.token().subject("jo").compact();
  }
}
