// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Patience;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.UndecidedException;

@Timeout(300)
public class BearerAuthenticatorTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final TokenValidator validator = issuer.validator().build();
  private final BearerAuthenticator bearer =
      BearerAuthenticator.builder(validator).realm("orders").build();

  /** Both forms, which agree. */
  private static BearerAnswer answer(
      BearerAuthenticator authenticator, BearerRequest request, AccessRule rule) {
    BearerAnswer answer = authenticator.authenticate(request, rule);
    assertThat(authenticator.authenticateAsync(request, rule).join()).isEqualTo(answer);
    return answer;
  }

  private BearerAnswer answer(BearerRequest request) {
    BearerAnswer answer = answer(bearer, request, AccessRule.anyToken());
    assertThat(bearer.authenticate(request)).isEqualTo(answer);
    assertThat(bearer.authenticateAsync(request).join()).isEqualTo(answer);
    return answer;
  }

  private static Challenged challenged(int status, String challenge) {
    return new Challenged(status, List.of(challenge));
  }

  @Test
  void passesOnTheToken() {
    String token = issuer.token().subject("jo").compact();
    assertThat(answer(FieldsRequest.bearer(token)))
        .isEqualTo(new Authenticated(validator.validate(token)));
    assertThat(answer(FieldsRequest.of("bearer  " + token + " ")))
        .isEqualTo(new Authenticated(validator.validate(token)));
  }

  @Test
  void asksForATokenWithoutSayingThatSomethingIsWrong() {
    Challenged missing = challenged(401, "Bearer realm=\"orders\"");
    assertThat(answer(FieldsRequest.of())).isEqualTo(missing);
    assertThat(answer(FieldsRequest.of("Basic eDp5"))).isEqualTo(missing);
  }

  @Test
  void refusesMalformedRequests() {
    Challenged malformed = challenged(400, "Bearer realm=\"orders\", error=\"invalid_request\"");
    String token = issuer.token().compact();
    for (FieldsRequest request :
        List.of(
            FieldsRequest.of("Bearer"),
            FieldsRequest.of("Bearer " + token, "Bearer " + token),
            FieldsRequest.of("Basic eDp5", "Bearer " + token),
            FieldsRequest.of("Bearer " + token + ", Bearer " + token),
            FieldsRequest.of("Bearer " + token + ", Basic eDp5"),
            FieldsRequest.of("Bearer " + token + " " + token),
            FieldsRequest.of("Bearer Bearer " + token),
            FieldsRequest.of("Bearer \"" + token + "\""),
            FieldsRequest.of("Bearer " + token + "\u00e4"))) {
      assertThat(answer(request)).as("%s", request).isEqualTo(malformed);
    }
  }

  @Test
  void doesNotSayWhyATokenIsInvalid() {
    Challenged invalid = challenged(401, "Bearer realm=\"orders\", error=\"invalid_token\"");
    for (String token :
        List.of(
            "opaque",
            "a.b.c",
            issuer.token().expired().compact(),
            issuer.token().audience("other").compact(),
            issuer.token().claim("iss", "https://other.example").compact(),
            issuer.token().unsecured().compact(),
            Tampering.flipSignatureBit(issuer.token().compact()),
            "a".repeat(20_000))) {
      assertThat(answer(FieldsRequest.bearer(token))).isEqualTo(invalid);
    }
  }

  @Test
  void saysWhichScopesAreNeeded() {
    FieldsRequest request = FieldsRequest.bearer(issuer.token().scope("orders:read").compact());
    assertThat(answer(bearer, request, AccessRule.scope("orders:read")))
        .isInstanceOf(Authenticated.class);
    assertThat(answer(bearer, request, AccessRule.allScopes("orders:read", "orders:write")))
        .isEqualTo(
            challenged(
                403,
                "Bearer realm=\"orders\", error=\"insufficient_scope\","
                    + " scope=\"orders:read orders:write\""));
    assertThat(answer(bearer, request, AccessRule.anyRole("clerk")))
        .isEqualTo(challenged(403, "Bearer realm=\"orders\", error=\"insufficient_scope\""));
  }

  @Test
  void tellsWhereTheMetadataAre() {
    BearerAuthenticator telling =
        BearerAuthenticator.builder(validator)
            .resource(ProtectedResource.builder(URI.create("https://orders.example/api")).build())
            .build();
    assertThat(answer(telling, FieldsRequest.of(), AccessRule.anyToken()))
        .isEqualTo(
            challenged(
                401,
                "Bearer realm=\"api\", resource_metadata="
                    + "\"https://orders.example/.well-known/oauth-protected-resource/api\""));
  }

  private static BearerAuthenticator without(TestIssuer issuer, Supplier<JwkSet> keys) {
    return BearerAuthenticator.builder(
            TokenValidator.builder()
                .issuer(issuer.config().audience(TestIssuer.AUDIENCE).keySource(keys::get).build())
                .build())
        .build();
  }

  @ParameterizedTest
  @CsvSource({"7000, 7", "7001, 8", "999, 1", "0, 1", ", 1", "31536000000, 31536000"})
  void saysWhenToTryAgain(@Nullable Long millis, String seconds) {
    BearerAuthenticator unavailable =
        without(
            issuer,
            () -> {
              throw new UndecidedException(
                  "down", null, millis == null ? null : Duration.ofMillis(millis));
            });
    FieldsRequest request = FieldsRequest.bearer(issuer.token().compact());
    assertThat(answer(unavailable, request, AccessRule.anyToken()))
        .isInstanceOfSatisfying(
            Unavailable.class,
            answer -> {
              assertThat(answer.status()).isEqualTo(503);
              assertThat(answer.headers()).isEqualTo(Map.of("Retry-After", List.of(seconds)));
            });
  }

  private record LateKeys(CompletableFuture<JwkSet> keys) implements KeySource {

    @Override
    public @Nullable JwkSet jwkSet() {
      return keys.isDone() ? keys.join() : null;
    }

    @Override
    public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
      return keys;
    }
  }

  @Test
  void completesWhenTheKeysCome() throws Exception {
    CompletableFuture<JwkSet> keys = new CompletableFuture<>();
    KeySource late = new LateKeys(keys);
    HttpMetricsMonitor monitor = new HttpMetricsMonitor();
    BearerAuthenticator waiting =
        BearerAuthenticator.builder(
                TokenValidator.builder()
                    .issuer(issuer.config().audience(TestIssuer.AUDIENCE).keySource(late).build())
                    .build())
            .monitor(monitor)
            .build();
    CompletableFuture<BearerAnswer> answer =
        waiting.authenticateAsync(FieldsRequest.bearer(issuer.token().compact()));
    assertThat(answer).isNotDone();
    assertThat(monitor.snapshot().count(RequestOutcome.SUCCESS)).isZero();
    keys.complete(issuer.jwkSet());
    assertThat(answer.get()).isInstanceOf(Authenticated.class);
    assertThat(monitor.snapshot().count(RequestOutcome.SUCCESS)).isEqualTo(1);
  }

  /** Where its security context and the context of its log are. */
  @Test
  void asksTheRuleOnTheThreadThatHasWaited() throws Exception {
    CompletableFuture<JwkSet> keys = new CompletableFuture<>();
    BearerAuthenticator waiting = BearerAuthenticator.builder(waitingFor(keys)).build();
    AtomicReference<Thread> asked = new AtomicReference<>();
    AccessRule rule =
        AccessRule.matching(token -> {
          asked.set(Thread.currentThread());
          return true;
        });
    FutureTask<BearerAnswer> call =
        new FutureTask<>(
            () -> waiting.authenticate(FieldsRequest.bearer(issuer.token().compact()), rule));
    Thread caller = new Thread(call, "caller");
    caller.start();
    Patience.until(() -> caller.getState() == Thread.State.TIMED_WAITING);
    keys.complete(issuer.jwkSet());
    assertThat(call.get()).isInstanceOf(Authenticated.class);
    assertThat(asked).hasValue(caller);
  }

  private TokenValidator waitingFor(CompletableFuture<JwkSet> keys) {
    return TokenValidator.builder()
        .issuer(issuer.config().audience(TestIssuer.AUDIENCE).keySource(new LateKeys(keys)).build())
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answersWhateverErrorItsMonitorThrows(boolean waits) {
    CompletableFuture<JwkSet> keys = new CompletableFuture<>();
    List<RequestOutcome> told = new CopyOnWriteArrayList<>();
    BearerAuthenticator watched =
        BearerAuthenticator.builder(waitingFor(keys))
            .monitor(() ->
                recording(outcome -> {
                  throw new NoClassDefFoundError("io/meters/Timer");
                }))
            .monitor(() -> recording(told::add))
            .build();
    if (!waits) {
      keys.complete(issuer.jwkSet());
    }

    CompletableFuture<BearerAnswer> answer =
        watched.authenticateAsync(FieldsRequest.bearer(issuer.token().compact()));
    keys.complete(issuer.jwkSet());

    assertThat(answer).succeedsWithin(Duration.ofMinutes(2)).isInstanceOf(Authenticated.class);
    assertThat(told).containsExactly(RequestOutcome.SUCCESS);
  }

  private static HttpMonitor.Recording recording(Consumer<@Nullable RequestOutcome> end) {
    return report -> end.accept(report.outcome());
  }

  @Test
  void endsTheRecordingOfARequestWhoseCallerHasGivenUp() {
    CompletableFuture<JwkSet> keys = new CompletableFuture<>();
    List<String> calls = new CopyOnWriteArrayList<>();
    BearerAuthenticator waiting =
        BearerAuthenticator.builder(waitingFor(keys)).monitor(() -> new CallsOf(calls)).build();
    CompletableFuture<BearerAnswer> answer =
        waiting.authenticateAsync(FieldsRequest.bearer(issuer.token().compact()));
    answer.cancel(true);
    keys.complete(issuer.jwkSet());
    Patience.until(() -> calls.contains("ended SUCCESS"));
    assertThat(calls).endsWith("ended SUCCESS").doesNotContain("abandoned");
  }

  @Test
  void abandonsTheRecordingOfARequestThatFails() {
    List<String> calls = new CopyOnWriteArrayList<>();
    BearerAuthenticator watched =
        BearerAuthenticator.builder(validator).monitor(() -> new CallsOf(calls)).build();
    AssertionError failure = new AssertionError("no memory, say");
    AccessRule failing =
        AccessRule.matching(token -> {
          throw failure;
        });
    FieldsRequest good = FieldsRequest.bearer(issuer.token().compact());
    assertThatThrownBy(() -> watched.authenticate(good, failing).toString()).isSameAs(failure);
    assertThat(calls).endsWith("TOKEN_VALIDATION", "abandoned");
    calls.clear();
    assertThatThrownBy(() -> watched.authenticateAsync(good, failing).join()).hasCause(failure);
    assertThat(calls).endsWith("TOKEN_VALIDATION", "abandoned");
  }

  @Test
  void endsTheRecordingWhenTheFrameworkHasDecided() {
    List<String> calls = new CopyOnWriteArrayList<>();
    BearerAuthenticator watched =
        BearerAuthenticator.builder(validator).monitor(() -> new CallsOf(calls)).build();
    FieldsRequest good = FieldsRequest.bearer(issuer.token().compact());
    List<String> authenticated =
        List.of("HEADER_EXTRACTION", "TOKEN_EXTRACTION", "TOKEN_VALIDATION");

    for (boolean isSufficient : new boolean[] {true, false}) {
      CompletableFuture<Boolean> sufficient = new CompletableFuture<>();
      assertThat(FrameworkAuthenticator.of(watched).authenticateAsync(good, sufficient).join())
          .isInstanceOf(Authenticated.class);
      assertThat(calls).isEqualTo(authenticated);
      sufficient.complete(isSufficient);
      assertThat(calls.subList(3, calls.size()))
          .isEqualTo(
              isSufficient
                  ? List.of("ended SUCCESS")
                  : List.of("AUTHORIZATION_CHECK", "ended INSUFFICIENT_PERMISSIONS"));
      calls.clear();
    }
    CompletableFuture<Boolean> never = new CompletableFuture<>();
    assertThat(FrameworkAuthenticator.of(watched).authenticateAsync(good, never).join())
        .isInstanceOf(Authenticated.class);
    never.completeExceptionally(new IllegalStateException("the connection is gone"));
    assertThat(calls.subList(3, calls.size())).containsExactly("abandoned");
  }

  @Test
  void asksNoFrameworkAboutRequestsWithoutValidToken() {
    List<String> calls = new CopyOnWriteArrayList<>();
    BearerAuthenticator watched =
        BearerAuthenticator.builder(validator).monitor(() -> new CallsOf(calls)).build();
    CompletableFuture<Boolean> sufficient = new CompletableFuture<>();
    for (FieldsRequest bad : List.of(FieldsRequest.of(), FieldsRequest.bearer("a.b.c"))) {
      assertThat(FrameworkAuthenticator.of(watched).authenticateAsync(bad, sufficient).join())
          .isInstanceOf(Challenged.class);
    }
    assertThatIllegalStateException()
        .isThrownBy(() ->
            FrameworkAuthenticator.of(watched)
                .authenticateAsync(new BrokenRequest(), sufficient)
                .join());
    sufficient.complete(true);
    assertThat(calls)
        .containsExactly(
            "HEADER_EXTRACTION",
            "TOKEN_EXTRACTION",
            "ended MISSING_TOKEN",
            "HEADER_EXTRACTION",
            "TOKEN_EXTRACTION",
            "TOKEN_VALIDATION",
            "ended INVALID_TOKEN",
            "abandoned");
  }

  @Test
  void refusesNullBeforeItBegins() {
    FieldsRequest missing = FieldsRequest.of();
    assertThatNullPointerException()
        .isThrownBy(() -> bearer.authenticate(missing, null).toString());
    assertThatNullPointerException().isThrownBy(() -> bearer.authenticate(null).toString());
    assertThatNullPointerException()
        .isThrownBy(() -> bearer.authenticateAsync(missing, null).join());
    assertThatNullPointerException()
        .isThrownBy(
            () -> FrameworkAuthenticator.of(bearer).authenticateAsync(missing, null).join());
    CompletionStage<Boolean> sufficient = CompletableFuture.completedFuture(true);
    assertThatNullPointerException()
        .isThrownBy(
            () -> FrameworkAuthenticator.of(bearer).authenticateAsync(null, sufficient).join());
    assertThatNullPointerException().isThrownBy(() -> bearer.authenticateAsync(null).join());
  }

  @Test
  void answersAlthoughLoggingFails() {
    Logger logger = Logger.getLogger(BearerAuthenticator.class.getName());
    Handler broken =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            throw new NoClassDefFoundError("of an appender");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    broken.setLevel(Level.ALL);
    logger.setLevel(Level.ALL);
    logger.addHandler(broken);
    try {
      assertThat(bearer.authenticate(FieldsRequest.of())).isInstanceOf(Challenged.class);
    } finally {
      logger.removeHandler(broken);
      logger.setLevel(null);
    }
  }

  @Test
  void tellsSeveralMonitorsEvenIfOneFails() {
    List<String> first = new CopyOnWriteArrayList<>();
    List<String> last = new CopyOnWriteArrayList<>();
    HttpMonitor broken =
        () -> {
          throw new IllegalStateException("broken");
        };
    BearerAuthenticator watched =
        BearerAuthenticator.builder(validator)
            .monitor(() -> new CallsOf(first))
            .monitor(broken)
            .monitor(() -> null)
            .monitor(() -> new CallsOf(last))
            .build();
    assertThat(watched.authenticate(FieldsRequest.of())).isInstanceOf(Challenged.class);
    assertThatIllegalStateException()
        .isThrownBy(() -> watched.authenticate(new BrokenRequest()).toString());
    assertThat(first)
        .isEqualTo(last)
        .containsExactly(
            "HEADER_EXTRACTION", "TOKEN_EXTRACTION", "ended MISSING_TOKEN", "abandoned");
  }

  /** Notes each call. */
  private record CallsOf(List<String> calls) implements HttpMonitor.Recording {

    @Override
    public void completed(RequestPhase phase) {
      calls.add(phase.name());
    }

    @Override
    public void ended(HttpMonitor.Report report) {
      RequestOutcome outcome = report.outcome();
      calls.add(outcome == null ? "abandoned" : "ended " + outcome);
    }
  }

  /** A request is user code, too. */
  @Test
  void letsFailuresOfTheRequestAndTheValidatorPass() {
    FieldsRequest good = FieldsRequest.bearer(issuer.token().compact());
    BearerRequest broken = new BrokenRequest();
    assertThatIllegalStateException()
        .isThrownBy(() -> bearer.authenticate(broken).toString())
        .withMessage("the connection is gone");
    assertThatIllegalStateException()
        .isThrownBy(() -> bearer.authenticateAsync(broken).join())
        .withMessage("the connection is gone");
    assertThat(broken.clientCertificate()).isNull();

    IllegalStateException failure = new IllegalStateException("no clock");
    try (TokenValidator withoutClock =
        issuer
            .validator()
            .clock(() -> {
              throw failure;
            })
            .build()) {
      BearerAuthenticator failing = BearerAuthenticator.builder(withoutClock).build();
      assertThatThrownBy(() -> failing.authenticate(good).toString()).isSameAs(failure);
      assertThatThrownBy(() -> failing.authenticateAsync(good).join()).hasCause(failure);
    }

    validator.close();
    assertThatIllegalStateException().isThrownBy(() -> bearer.authenticate(good).toString());
    assertThatIllegalStateException().isThrownBy(() -> bearer.authenticateAsync(good).join());
  }

  @Test
  void refusesOptionsThatCannotBe() {
    BearerAuthenticator.Builder builder = BearerAuthenticator.builder(validator);
    assertThatNullPointerException()
        .isThrownBy(() -> builder.monitor(null))
        .withMessage("observer");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.realm("orders\r\nSet-Cookie: a=b"))
        .withMessage(
            "realm: \"orders\\u000d\\u000aSet-Cookie: a=b\" has a character that is not visible ASCII; leave it"
                + " out");
  }

  @Test
  void answersWhereTheTokenIsInsufficientByAnotherRule() {
    FieldsRequest request = FieldsRequest.bearer(issuer.token().compact());
    assertThat(bearer.insufficientScope(request))
        .isEqualTo(challenged(403, "Bearer realm=\"orders\", error=\"insufficient_scope\""));
    assertThat(bearer.insufficientScope(request, "orders:read"))
        .isEqualTo(
            challenged(
                403,
                "Bearer realm=\"orders\", error=\"insufficient_scope\", scope=\"orders:read\""));
  }

  @Test
  void givesAnswersThatAreEqualIfTheirValuesAre() {
    FieldsRequest good = FieldsRequest.bearer(issuer.token().compact());
    BearerAnswer authenticated = bearer.authenticate(good);
    BearerAnswer missing = bearer.authenticate(FieldsRequest.of());
    BearerAnswer unavailable = new BearerAnswer.Unavailable(Duration.ofSeconds(5));
    assertThat(authenticated)
        .hasSameHashCodeAs(bearer.authenticate(good))
        .isNotEqualTo(missing)
        .asString()
        .startsWith("Authenticated[token=")
        .endsWith("dpopNonce=null]");
    assertThat(missing)
        .hasSameHashCodeAs(bearer.authenticate(FieldsRequest.of()))
        .isNotEqualTo(unavailable)
        .hasToString(
            "Challenged[status=401, challenges=[Bearer realm=\"orders\"], dpopNonce=null]");
    assertThat(unavailable)
        .hasSameHashCodeAs(new BearerAnswer.Unavailable(Duration.ofSeconds(5)))
        .isNotEqualTo(authenticated)
        .hasToString("Unavailable[retryAfter=PT5S]");
  }
}
