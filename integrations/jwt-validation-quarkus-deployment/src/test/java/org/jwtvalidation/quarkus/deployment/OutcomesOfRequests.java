// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.security.Authenticated;
import io.quarkus.security.ForbiddenException;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.Router;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.HttpMetrics;
import org.jwtvalidation.http.HttpMetricsMonitor;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/** What monitors count, compared with what clients were answered. */
abstract class OutcomesOfRequests {

  private static final int ROUNDS = 20;

  private static final AccessRule RULE = AccessRule.anyRole("clerk");

  @Inject HttpMetricsMonitor requests;
  @Inject LatencyMonitor validations;

  static QuarkusUnitTest application() {
    return Application.orders(
            OutcomesOfRequests.class, Monitors.class, Desk.class, Safe.class, Routes.class)
        .overrideConfigKey("quarkus.http.auth.permission.upgraded.paths", "/upgraded")
        .overrideConfigKey("quarkus.http.auth.permission.upgraded.policy", "clerks");
  }

  /** Asks for a role where no request is. */
  @ApplicationScoped
  public static class Safe {

    @RolesAllowed("clerk")
    public String open() {
      return "open";
    }
  }

  /** Endpoints that answer 403 themselves, or something else in its place. */
  @Path("/desk")
  @Authenticated
  public static class Desk {

    private final Safe safe;
    private final Instance<AccessToken> token;

    Desk(Safe safe, Instance<AccessToken> token) {
      this.safe = safe;
      this.token = token;
    }

    @GET
    @Path("closed")
    public Response closed() {
      return Response.status(403).build();
    }

    @GET
    @Path("taken")
    public String taken() {
      throw new ClientErrorException(409);
    }

    @GET
    @Path("waiting")
    public Uni<String> waiting() {
      return Uni.createFrom().nothing();
    }

    @GET
    @Path("safe")
    @Blocking
    public String safe() {
      return safe.open();
    }

    @GET
    @Path("ruled")
    public String ruled(@QueryParam("wrapped") boolean isWrapped) {
      try {
        RULE.require(token.get());
      } catch (InsufficientTokenException e) {
        throw isWrapped ? new CompletionException(e) : e;
      }
      return "ruled";
    }

    @GET
    @Path("hidden")
    @Blocking
    public Response hidden() {
      try {
        return Response.ok(safe.open()).build();
      } catch (ForbiddenException e) {
        return Response.status(404).build();
      }
    }
  }

  /** Routes without an endpoint. */
  @Singleton
  public static class Routes {

    void add(@Observes Router router) {
      router.get("/upgraded").handler(context -> context.request().toWebSocket());
      router.get("/moved").handler(context -> context.reroute("/orders/clerks"));
    }
  }

  /** A request, and what becomes of one with this token. */
  private record Kind(String path, boolean isClerk, int status, RequestOutcome outcome) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("/orders/mine", false, 200, RequestOutcome.SUCCESS),
          new Kind("/orders/later", false, 200, RequestOutcome.SUCCESS),
          new Kind("/orders/clerks", true, 200, RequestOutcome.SUCCESS),
          new Kind("/orders/clerks", false, 403, RequestOutcome.INSUFFICIENT_PERMISSIONS),
          new Kind("/orders/read", false, 403, RequestOutcome.INSUFFICIENT_PERMISSIONS),
          new Kind("/orders/all", false, 403, RequestOutcome.INSUFFICIENT_PERMISSIONS),
          new Kind("/guarded", false, 403, RequestOutcome.INSUFFICIENT_PERMISSIONS),
          new Kind("/guarded", true, 404, RequestOutcome.SUCCESS),
          new Kind("/desk/closed", false, 403, RequestOutcome.SUCCESS),
          new Kind("/desk/taken", false, 409, RequestOutcome.SUCCESS),
          new Kind("/desk/safe", true, 200, RequestOutcome.SUCCESS),
          new Kind("/desk/safe", false, 403, RequestOutcome.INSUFFICIENT_PERMISSIONS),
          new Kind("/desk/ruled", true, 200, RequestOutcome.SUCCESS),
          new Kind("/desk/ruled", false, 403, RequestOutcome.INSUFFICIENT_PERMISSIONS),
          new Kind("/desk/ruled?wrapped=true", false, 403, RequestOutcome.INSUFFICIENT_PERMISSIONS),
          new Kind("/desk/hidden", false, 404, RequestOutcome.INSUFFICIENT_PERMISSIONS));

  private static String token(boolean isClerk) {
    return "Bearer "
        + Issuer.ISSUER.token().claim("roles", List.of(isClerk ? "clerk" : "cook")).compact();
  }

  private Map<RequestOutcome, Long> since(HttpMetrics before) {
    Map<RequestOutcome, Long> counts = new HashMap<>();
    requests
        .snapshot()
        .outcomes()
        .forEach((outcome, count) -> counts.put(outcome, count - before.count(outcome)));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private long validations() {
    return validations
        .snapshot()
        .latency(TokenType.ACCESS_TOKEN, ValidationStep.COMPLETE_VALIDATION)
        .count();
  }

  @Test
  void areThoseThatClientsSee() {
    for (Kind kind : KINDS) {
      HttpMetrics before = requests.snapshot();
      assertThat(Client.get(kind.path, token(kind.isClerk)).statusCode())
          .as("%s", kind)
          .isEqualTo(kind.status);
      // Counted before the client has the answer.
      assertThat(since(before)).as("%s", kind).isEqualTo(Map.of(kind.outcome, 1L));
    }
  }

  @Test
  void includeWebSockets() {
    HttpMetrics before = requests.snapshot();
    WebSocket socket = upgrade(token(true)).join();
    assertThat(since(before)).isEqualTo(Map.of(RequestOutcome.SUCCESS, 1L));
    socket.abort();
  }

  private static CompletableFuture<WebSocket> upgrade(String authorization) {
    return HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .header("Authorization", authorization)
        .buildAsync(
            URI.create("ws://localhost:" + port() + "/upgraded"), new WebSocket.Listener() {});
  }

  @Test
  void areOneForARequestThatIsRoutedAnew() throws Exception {
    for (boolean isClerk : new boolean[] {true, false}) {
      HttpMetrics before = requests.snapshot();
      long validated = validations();
      assertThat(Client.get("/moved", token(isClerk)).statusCode()).isEqualTo(isClerk ? 200 : 403);
      Await.until(() -> !since(before).isEmpty());
      assertThat(since(before))
          .isEqualTo(
              Map.of(
                  isClerk ? RequestOutcome.SUCCESS : RequestOutcome.INSUFFICIENT_PERMISSIONS, 1L));
      assertThat(validations() - validated).isEqualTo(1);
    }
  }

  @Test
  void includeRequestsWhoseClientsDoNotWait() throws Exception {
    HttpMetrics before = requests.snapshot();
    try (Socket client = new Socket("localhost", port())) {
      client
          .getOutputStream()
          .write(
              ("GET /desk/waiting HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                      + token(false)
                      + "\r\n\r\n")
                  .getBytes(US_ASCII));
      Await.until(() ->
          requests.snapshot().latency(RequestPhase.TOKEN_VALIDATION).count()
              > before.latency(RequestPhase.TOKEN_VALIDATION).count());
      assertThat(since(before)).isEmpty();
    }
    Await.until(() -> !since(before).isEmpty());
    assertThat(since(before)).isEqualTo(Map.of(RequestOutcome.SUCCESS, 1L));
  }

  private static int port() {
    return ConfigProvider.getConfig().getValue("quarkus.http.test-port", int.class);
  }

  @Test
  void agreeWithClientsAndValidatorForManyRequestsAtOnce() {
    HttpMetrics before = requests.snapshot();
    long validated = validations();
    long checked = before.latency(RequestPhase.AUTHORIZATION_CHECK).count();
    Map<RequestOutcome, Long> expected = new HashMap<>();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Kind kind : KINDS) {
        expected.merge(kind.outcome, 1L, Long::sum);
        answers.add(Client.send(kind.path, token(kind.isClerk)));
      }
      expected.merge(RequestOutcome.INVALID_TOKEN, 1L, Long::sum);
      answers.add(Client.send("/orders/clerks", "Bearer a.b.c"));
      expected.merge(RequestOutcome.MISSING_TOKEN, 1L, Long::sum);
      answers.add(Client.send("/orders/clerks"));
    }
    long challenged =
        answers.stream()
            .map(CompletableFuture::join)
            .filter(answer ->
                answer.headers().firstValue("WWW-Authenticate").orElse("").contains("scope"))
            .count();
    long refused = expected.getOrDefault(RequestOutcome.INSUFFICIENT_PERMISSIONS, 0L);

    assertThat(since(before)).isEqualTo(expected);
    assertThat(validations() - validated).isEqualTo((KINDS.size() + 1L) * ROUNDS);
    // All but those that the application hides.
    assertThat(challenged).isEqualTo(refused - ROUNDS);
    assertThat(requests.snapshot().latency(RequestPhase.AUTHORIZATION_CHECK).count() - checked)
        .isEqualTo(refused);
  }
}
