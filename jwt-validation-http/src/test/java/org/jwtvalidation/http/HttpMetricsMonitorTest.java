// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.http.RequestPhase.AUTHORIZATION_CHECK;
import static org.jwtvalidation.http.RequestPhase.HEADER_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.REQUEST_PROCESSING;
import static org.jwtvalidation.http.RequestPhase.TOKEN_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.TOKEN_VALIDATION;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES384;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.UndecidedException;

@Timeout(300)
class HttpMetricsMonitorTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final TokenValidator validator = issuer.validator().build();
  private final HttpMetricsMonitor monitor = new HttpMetricsMonitor();
  private final BearerAuthenticator bearer =
      BearerAuthenticator.builder(validator).monitor(monitor).build();
  private final AccessRule read = AccessRule.scope("read");

  private void authenticate(BearerRequest request) {
    assertThat(bearer.authenticate(request, read)).isNotNull();
    assertThat(bearer.authenticateAsync(request, read)).isDone();
  }

  private long nanos(RequestPhase phase) {
    return monitor.snapshot().latency(phase).sum().toNanos();
  }

  private void assertPhasesAddUp() {
    long phases =
        nanos(HEADER_EXTRACTION)
            + nanos(TOKEN_EXTRACTION)
            + nanos(TOKEN_VALIDATION)
            + nanos(AUTHORIZATION_CHECK);
    assertThat(nanos(REQUEST_PROCESSING)).isEqualTo(phases);
  }

  private void assertCounts(Map<RequestPhase, Integer> phases) {
    phases.forEach((phase, count) ->
        assertThat(monitor.snapshot().latency(phase).count())
            .as("%s", phase)
            .isEqualTo((long) count));
  }

  @Test
  void countsTheOutcomesAndMeasuresThePhasesOfEach() {
    authenticate(FieldsRequest.of());
    assertCounts(Map.of(REQUEST_PROCESSING, 2, TOKEN_EXTRACTION, 2, TOKEN_VALIDATION, 0));
    authenticate(FieldsRequest.bearer("a b"));
    assertCounts(Map.of(REQUEST_PROCESSING, 4, TOKEN_VALIDATION, 2, AUTHORIZATION_CHECK, 0));
    authenticate(FieldsRequest.of("Bearer"));
    authenticate(FieldsRequest.bearer("a.b.c"));
    authenticate(FieldsRequest.bearer(issuer.token().compact()));
    authenticate(FieldsRequest.bearer(issuer.token().scope("read").compact()));
    assertCounts(
        Map.of(
            REQUEST_PROCESSING,
            12,
            HEADER_EXTRACTION,
            12,
            TOKEN_EXTRACTION,
            12,
            TOKEN_VALIDATION,
            8,
            AUTHORIZATION_CHECK,
            4));
    assertPhasesAddUp();
    assertThat(monitor.snapshot().outcomes())
        .isEqualTo(
            Map.of(
                RequestOutcome.MISSING_TOKEN,
                2L,
                RequestOutcome.INVALID_REQUEST,
                4L,
                RequestOutcome.INVALID_TOKEN,
                2L,
                RequestOutcome.INVALID_PROOF,
                0L,
                RequestOutcome.INSUFFICIENT_AUTHENTICATION,
                0L,
                RequestOutcome.INSUFFICIENT_PERMISSIONS,
                2L,
                RequestOutcome.SUCCESS,
                2L,
                RequestOutcome.UNAVAILABLE,
                0L));
  }

  @Test
  void countsWhatCannotBeDecided() {
    try (TokenValidator without =
        TokenValidator.builder()
            .issuer(
                issuer
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .keySource(() -> {
                      throw new UndecidedException("down", null);
                    })
                    .build())
            .build()) {
      BearerAuthenticator undecided = BearerAuthenticator.builder(without).monitor(monitor).build();
      assertThat(undecided.authenticate(FieldsRequest.bearer(issuer.token().compact())))
          .isInstanceOf(BearerAnswer.Unavailable.class);
    }
    assertThat(monitor.snapshot().count(RequestOutcome.UNAVAILABLE)).isEqualTo(1);
    assertPhasesAddUp();
  }

  /** Notes when it was read first. */
  private static final class ClockedRequest implements BearerRequest {

    private final FieldsRequest request;
    private long read;

    private ClockedRequest(FieldsRequest request) {
      this.request = request;
    }

    @Override
    public String method() {
      return request.method();
    }

    @Override
    public String path() {
      return request.path();
    }

    @Override
    public List<String> headerValues(String name) {
      if (read == 0) {
        read = System.nanoTime();
      }
      return request.headerValues(name);
    }
  }

  /** On a clock outside: from the first look at the request to the end of the last rule. */
  @Test
  void leavesOutNothingThatTakesTime() {
    long[] ruled = new long[1];
    AccessRule noting =
        AccessRule.matching(token -> {
          ruled[0] = System.nanoTime();
          return true;
        });
    try (TokenValidator uncached = issuer.validator().cacheSize(0).build()) {
      BearerAuthenticator watched = BearerAuthenticator.builder(uncached).monitor(monitor).build();
      for (int i = 0; i < 10; i++) {
        ClockedRequest request =
            new ClockedRequest(
                FieldsRequest.bearer(
                    issuer.token().algorithm(ES384).claim("jti", "t" + i).compact()));
        long before = nanos(REQUEST_PROCESSING);
        long begin = System.nanoTime();
        assertThat(watched.authenticate(request, noting))
            .isInstanceOf(BearerAnswer.Authenticated.class);
        long end = System.nanoTime();
        assertThat(nanos(REQUEST_PROCESSING) - before)
            .isBetween(ruled[0] - request.read, end - begin);
      }
    }
    assertPhasesAddUp();
  }

  @Test
  void countsEveryRequestOfManyThreads() throws InterruptedException {
    int threads = 16;
    int requests = 500;
    FieldsRequest good = FieldsRequest.bearer(issuer.token().scope("read").compact());
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (int thread = 0; thread < threads; thread++) {
        pool.execute(() -> {
          try {
            start.await();
          } catch (InterruptedException e) {
            return;
          }
          for (int i = 0; i < requests; i++) {
            var unused = bearer.authenticate(i % 2 == 0 ? good : FieldsRequest.of(), read);
          }
        });
      }
      start.countDown();
    } finally {
      pool.shutdown();
      assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    }
    long half = (long) threads * requests / 2;
    assertThat(monitor.snapshot().count(RequestOutcome.SUCCESS)).isEqualTo(half);
    assertThat(monitor.snapshot().count(RequestOutcome.MISSING_TOKEN)).isEqualTo(half);
    assertThat(monitor.snapshot().latency(REQUEST_PROCESSING).count()).isEqualTo(2 * half);
    assertPhasesAddUp();
  }

  @Test
  void recordsNoOutcomeOfARequestThatFails() {
    BearerRequest broken = new BrokenRequest();
    assertThatIllegalStateException()
        .isThrownBy(() -> bearer.authenticate(broken, read).toString());
    assertThat(monitor.snapshot().outcomes().values()).allMatch(count -> count == 0);
  }

  @Test
  void endsTheRecordingOfARequestThatAnotherMonitorDoesNotLetBegin() {
    OutOfMemoryError exhausted = new OutOfMemoryError("heap");
    AtomicInteger ended = new AtomicInteger();
    BearerAuthenticator watched =
        BearerAuthenticator.builder(validator)
            .monitor(() ->
                report -> {
                  assertThat(report.outcome()).isNull();
                  ended.incrementAndGet();
                })
            .monitor(() -> {
              throw exhausted;
            })
            .build();
    FieldsRequest request = new FieldsRequest(List.of());
    assertThatThrownBy(() -> watched.authenticate(request, read)).isSameAs(exhausted);
    assertThat(ended).hasValue(1);
  }

  /** Fails at one of its methods. */
  private record FailingMonitor(String where, AtomicInteger calls) implements HttpMonitor {

    private void fail(String method) {
      calls.incrementAndGet();
      if (where.equals(method)) {
        throw new IllegalStateException("broken");
      }
    }

    @Override
    public Recording begin() {
      fail("begin");
      return new Recording() {
        @Override
        public void completed(RequestPhase phase) {
          fail("completed");
        }

        @Override
        public void ended(Report report) {
          fail(report.outcome() == null ? "abandoned" : "ended");
        }
      };
    }
  }

  @Test
  void changesNoAnswerByAMonitorThatFails() {
    FieldsRequest good = FieldsRequest.bearer(issuer.token().scope("read").compact());
    for (String where : List.of("begin", "completed", "ended", "abandoned")) {
      AtomicInteger calls = new AtomicInteger();
      BearerAuthenticator watched =
          BearerAuthenticator.builder(validator).monitor(new FailingMonitor(where, calls)).build();
      assertThatIllegalStateException()
          .isThrownBy(() -> watched.authenticate(new BrokenRequest()).toString())
          .withMessage("the connection is gone");
      assertThat(watched.authenticate(good, read)).isInstanceOf(BearerAnswer.Authenticated.class);
      int until = calls.get();
      assertThat(until).as("calls of %s", where).isPositive();
      assertThat(watched.authenticate(good, read)).isInstanceOf(BearerAnswer.Authenticated.class);
      assertThat(calls).as("silenced after a failure in %s", where).hasValue(until);
    }
  }

  @Test
  void measuresNothingUnlessAsked() {
    Map<RequestPhase, Long> counts = new EnumMap<>(RequestPhase.class);
    monitor.snapshot().latencies().forEach((phase, latency) -> counts.put(phase, latency.count()));
    assertThat(counts)
        .hasSize(RequestPhase.values().length)
        .allSatisfy((phase, count) -> assertThat(count).isZero());
  }
}
