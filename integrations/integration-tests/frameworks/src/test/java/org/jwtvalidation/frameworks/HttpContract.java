// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.requests.PathsOfProofs;

/** What the adapter for each framework with HTTP requests does on a real server. */
@Timeout(300)
abstract class HttpContract {

  private final Scene scene = new Scene();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private int port;

  /**
   * Starts a server on a free port of the loopback address. It has the example of the manual, and
   * behind adapters {@code POST /orders/new}, which sends the body back, and the resources of
   * {@link PathsOfProofs}.
   *
   * @return the port
   */
  protected abstract int start(BearerAuthenticator bearer) throws Exception;

  protected abstract void stop() throws Exception;

  @BeforeEach
  void startServer() throws Exception {
    port = start(scene.bearer);
  }

  @AfterEach
  void stopServer() throws Exception {
    scene.close();
    stop();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private HttpRequest ordersWith(String token) {
    return request("/orders").header("Authorization", "Bearer " + token).build();
  }

  HttpResponse<String> send(HttpRequest request) throws Exception {
    return client.send(request, BodyHandlers.ofString());
  }

  private static void assertChallenge(HttpResponse<String> response, int status, String challenge) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().allValues("WWW-Authenticate"))
        .first()
        .asString()
        .isEqualTo(challenge);
    assertThat(response.headers().allValues("WWW-Authenticate"))
        .element(1)
        .asString()
        .startsWith("DPoP realm=\"orders\"");
    assertThat(response.body()).isEmpty();
  }

  @Test
  void challengesARequestWithoutAToken() throws Exception {
    assertChallenge(
        send(request("/orders").build()), 401, "Bearer realm=\"orders\", scope=\"orders:read\"");
  }

  @Test
  void servesARequestWithAValidToken() throws Exception {
    HttpResponse<String> response = send(ordersWith(scene.valid()));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("orders of jo");
  }

  @Test
  void refusesAnExpiredToken() throws Exception {
    assertChallenge(
        send(ordersWith(scene.expired())),
        401,
        "Bearer realm=\"orders\", error=\"invalid_token\", scope=\"orders:read\"");
  }

  @Test
  void refusesATokenThatDoesNotSuffice() throws Exception {
    assertChallenge(
        send(ordersWith(scene.insufficient())),
        403,
        "Bearer realm=\"orders\", error=\"insufficient_scope\", scope=\"orders:read\"");
  }

  @Test
  void refusesTwoTokens() throws Exception {
    HttpRequest request =
        request("/orders")
            .header("Authorization", "Bearer " + scene.valid())
            .header("Authorization", "Bearer " + scene.valid())
            .build();

    assertChallenge(send(request), 400, "Bearer realm=\"orders\", error=\"invalid_request\"");
  }

  @Test
  void asksToTryAgainIfThereAreNoKeys() throws Exception {
    scene.withoutKeys();

    HttpResponse<String> response = send(ordersWith(scene.valid()));

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(response.headers().firstValue("WWW-Authenticate")).isEmpty();
    assertThat(response.body()).isEmpty();
  }

  @Test
  void servesOthersWhileItFetchesKeysAndThenTheWholeBody() throws Exception {
    scene.holdKeys();
    String body = "many".repeat(50_000);
    CompletableFuture<HttpResponse<String>> held =
        client.sendAsync(
            request("/orders/new")
                .header("Authorization", "Bearer " + scene.valid())
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    scene.awaitRequestForKeys();

    for (int i = 0; i < 20; i++) {
      assertThat(send(request("/orders").build()).statusCode()).isEqualTo(401);
    }
    assertThat(held).isNotDone();
    scene.releaseKeys();

    assertThat(held.get().statusCode()).isEqualTo(200);
    assertThat(held.get().body()).isEqualTo(body);
  }

  @Test
  @DisplayName("111 and 112: a proof for another path, from fields, or with dot segments")
  void takesThePathOfProofsFromTheRequestLine() {
    PathsOfProofs paths = new PathsOfProofs(port, scene.issuer);

    paths.everyProofIsForOneHandler();
    paths.noFieldChangesWhatIsAccepted();
    paths.noProofPassesWithDotSegments();
    paths.theQueryIsNotParsed();
  }
}
