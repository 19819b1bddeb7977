// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.extension.CodeOfUsers;
import org.jwtvalidation.extension.Fault;
import org.jwtvalidation.extension.FaultTable;
import org.jwtvalidation.extension.FaultTable.Cell;
import org.jwtvalidation.extension.Misbehaviour;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Refused;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.BearerAuthenticatorTest;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.http.HttpMonitor.Recording;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.http.config.ResourceServerConfigurationTest;
import org.jwtvalidation.http.httpserver.BearerHandlerTest;
import org.jwtvalidation.http.httpserver.ReadinessHandlerTest;
import org.jwtvalidation.http.servlet.BearerFilterTest;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.token.AccessToken;

/**
 * Code of users that misbehaves, wherever an authenticator calls it: each request gets the answer
 * that the table states, others are served meanwhile, and afterwards all is as before.
 */
@Timeout(300)
class RequestFaultTest {

  /**
   * The outcomes: an answer by its status; {@code waits} until the code returns, and then 200;
   * {@code thrown} is an exception or error that passes through.
   */
  private static final FaultTable TABLE =
      FaultTable.of(
          """
          HttpMonitor.begin      | 200 | 200 | thrown | waits | 200 | 200
          Recording.completed    | 200 | 200 | thrown | waits | 200
          Recording.ended        | 200 | 200 | thrown | waits | 200
          ReplayStore.remember   | 503 | 503 | thrown | waits | 200 | 503 | 503 | 503 | 200
          Predicate.test         | 403 | thrown | thrown | waits | 200
          InstantSource.instant  | thrown | thrown | thrown | waits | 200 | thrown
          BearerRequest.method    | thrown | thrown | thrown | waits | 200 | 401
          BearerRequest.path      | thrown | thrown | thrown | waits | 200 | 401
          BearerRequest.headerValues | thrown | thrown | thrown | waits | 200 | thrown
          BearerRequest.clientCertificate | thrown | thrown | thrown | waits | 200 | 401
          BearerRequest.peerAddress | thrown | thrown | thrown | waits | 200 | 401
          TrustedProxies.contains | thrown | thrown | thrown | waits | 200
          """,
          HttpMonitor.class,
          Recording.class,
          ReplayStore.class,
          Predicate.class,
          InstantSource.class,
          BearerRequest.class,
          TrustedProxies.class);

  private static final int BLOCKING = 0;
  private static final int ASYNC = 1;

  /** The code that public methods take; what is not in the table has a test of its own. */
  private static final Map<String, Class<?>> TAKEN = new HashMap<>();

  static {
    TAKEN.put("AccessRule.matching(Predicate)", Predicate.class);
    TAKEN.put("BearerAuthenticator.Builder.monitor(HttpMonitor)", HttpMonitor.class);
    TAKEN.put("BearerAuthenticator.authenticate(BearerRequest)", BearerRequest.class);
    TAKEN.put("BearerAuthenticator.authenticateAsync(BearerRequest)", BearerRequest.class);
    TAKEN.put("BearerAuthenticator.insufficientScope(BearerRequest)", BearerRequest.class);
    TAKEN.put("BearerAuthenticator.refusal(BearerRequest)", BearerRequest.class);
    TAKEN.put("ProofOfPossession.check(BearerRequest)", BearerRequest.class);
    TAKEN.put("ProofOfPossession.checkAndWait(BearerRequest)", BearerRequest.class);
    // It is what headerValues calls.
    TAKEN.put("BearerRequest.of(Function)", BearerRequest.class);
    TAKEN.put(
        "FrameworkAuthenticator.authenticateAsync(CompletionStage)", BearerAuthenticatorTest.class);
    TAKEN.put("FrameworkAuthenticator.authenticateAsync(BearerRequest)", BearerRequest.class);
    TAKEN.put("InMemoryReplayStore.Builder.clock(InstantSource)", InstantSource.class);
    TAKEN.put("ProofOfPossession.Builder.clock(InstantSource)", InstantSource.class);
    TAKEN.put("ProofOfPossession.Builder.mutualTlsBehind(Predicate)", TrustedProxies.class);
    TAKEN.put("ProofOfPossession.Builder.replayStore(ReplayStore)", ReplayStore.class);
    TAKEN.put("BearerHandler.BearerHandler(Authenticated)", BearerHandlerTest.class);
    TAKEN.put("BearerHandler.Authenticated.handle(HttpExchange)", BearerHandlerTest.class);
    TAKEN.put("BearerHandler.handle(HttpExchange)", BearerHandlerTest.class);
    TAKEN.put("BearerHandler.requestOf(HttpExchange)", BearerHandlerTest.class);
    TAKEN.put("ReadinessHandler.handle(HttpExchange)", ReadinessHandlerTest.class);
    // Called at the start alone, which what they throw ends.
    TAKEN.put(
        "ResourceServerConfiguration.ResourceServerConfiguration(ResourceServerOptions)",
        ResourceServerConfigurationTest.class);
    TAKEN.put(
        "ResourceServerConfiguration.validator(IssuerCustomizer)",
        ResourceServerConfigurationTest.class);
    TAKEN.put("HttpMonitor.Recording.ended(Report)", BearerAuthenticator.class);
    // Given to the builders.
    TAKEN.put("ResourceServerConfiguration.validator(IssuerResolver)", IssuerResolver.class);
    TAKEN.put("ResourceServerConfiguration.proofOfPossession(ReplayStore)", ReplayStore.class);
    TAKEN.put("BearerFilter.doFilter(FilterChain)", BearerFilterTest.class);
    TAKEN.put("BearerFilter.doFilter(ServletRequest)", BearerFilterTest.class);
    TAKEN.put("BearerFilter.doFilter(ServletResponse)", BearerFilterTest.class);
    TAKEN.put("BearerFilter.requestOf(HttpServletRequest)", BearerFilterTest.class);
    TAKEN.put("BearerFilter.token(ServletRequest)", BearerFilterTest.class);
  }

  private static Stream<Arguments> cells() {
    return TABLE.methods().stream()
        .flatMap(method -> TABLE.cells(method, List.of(BLOCKING, ASYNC)).stream())
        .map(cell ->
            Arguments.of(
                FaultTable.name(cell.method()),
                cell.fault(),
                cell.call() == BLOCKING ? "blocking" : "asynchronous",
                cell));
  }

  @ParameterizedTest(name = "{0} {1}, {2}")
  @MethodSource("cells")
  void answersEveryRequestWhateverCodeOfUsersDoes(String name, Fault fault, String call, Cell cell)
      throws Exception {
    boolean isCutOff = cell.outcome().equals("503") && fault.lasts();
    try (Service service =
        new Service(cell.method(), fault, isCutOff ? Duration.ofMillis(100) : LONG)) {
      FutureTask<String> client =
          new FutureTask<>(() -> service.status(cell.call(), service.faultyRequest()));
      Thread thread = new Thread(client, "client");
      thread.setDaemon(true);
      thread.start();
      assertThat(service.misbehaviour.isReached()).as("the code is called").isTrue();
      boolean waits = cell.outcome().equals("waits");
      if (!waits) {
        assertThat(client.get(1, TimeUnit.MINUTES)).isEqualTo(cell.outcome());
      }
      for (int each : new int[] {BLOCKING, ASYNC}) {
        assertThat(service.status(each, service.scene.attempt())).isEqualTo("200");
      }
      if (waits) {
        assertThat(client).isNotDone();
        service.misbehaviour.close();
        assertThat(client.get(1, TimeUnit.MINUTES)).isEqualTo("200");
      }
    }
  }

  @Test
  @DisplayName("F38: the JDK's timer and common pool blocked while a replay store never answers")
  void endsTheWaitForAStoreWhateverTheApplicationBlocks() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    try (Service service =
        new Service(
            ReplayStore.class.getMethod("remember", ReplayKey.class, Instant.class),
            Fault.NEVER_ANSWERS,
            Duration.ofMillis(50))) {
      CompletableFuture<Void> timingOut = new CompletableFuture<>();
      var unused =
          timingOut.whenComplete((answer, failure) -> {
            blocked.countDown();
            await(end);
          });
      // Not before it has what follows, which would then block this thread.
      timingOut.orTimeout(1, TimeUnit.MILLISECONDS);
      for (int i = 0; i <= ForkJoinPool.getCommonPoolParallelism(); i++) {
        ForkJoinPool.commonPool().execute(() -> await(end));
      }
      await(blocked);
      CompletableFuture<BearerAnswer> answer =
          service.bearer.authenticateAsync(service.scene.attempt());
      assertThat(answer.get(1, TimeUnit.MINUTES)).isInstanceOf(Unavailable.class);
    } finally {
      end.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fails for an option that takes code of users and is not in the table. */
  @Test
  void knowsAllCodeOfUsersThatTheLibraryTakes() throws Exception {
    assertThat(CodeOfUsers.in(Path.of("target/classes")))
        .containsExactlyInAnyOrderElementsOf(TAKEN.keySet());
  }

  /** Fails for a method of such code that is not in the table. */
  @Test
  void knowsAllMethodsThatTheLibraryCalls() {
    assertThat(TABLE.names())
        .containsAll(
            Stream.of(HttpMonitor.class, Recording.class, ReplayStore.class, BearerRequest.class)
                .flatMap(type -> FaultTable.called(type).stream())
                .map(FaultTable::name)
                .toList());
  }

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String PROXY = "10.0.0.1";
  private static final TestCertificate CERTIFICATE = TestCertificate.create();

  /** The predicate of {@link ProofOfPossession.Builder#mutualTlsBehind}, by a name of its own. */
  public interface TrustedProxies {
    boolean contains(InetAddress peer);
  }

  /** A service all of whose code of users does its part, but for one method. */
  private static final class Service implements AutoCloseable {

    private final ProofScene scene = new ProofScene();
    private final Method at;
    private final Misbehaviour misbehaviour;
    private final AccessRule rule;
    private final BearerAuthenticator bearer;

    Service(Method at, Fault fault, Duration storeTimeout) {
      this.at = at;
      this.misbehaviour =
          new Misbehaviour(
              at,
              fault,
              () -> {
                var unused = status(BLOCKING, scene.attempt());
              });
      Predicate<AccessToken> own = token -> true;
      this.rule = AccessRule.matching(misbehaviour.around(Predicate.class, own));
      TrustedProxies one = peer -> peer.getHostAddress().equals(PROXY);
      TrustedProxies proxies = misbehaviour.around(TrustedProxies.class, one);
      ReplayStore store =
          (key, until) -> CompletableFuture.completedFuture(ReplayStore.Answer.FIRST);
      this.bearer =
          BearerAuthenticator.builder(scene.validator)
              .monitor(misbehaviour.around(HttpMonitor.class, this::recording))
              .proofOfPossession(
                  ProofOfPossession.builder()
                      .dpop(ProofScene.PUBLIC_BASE)
                      .mutualTls()
                      .mutualTlsBehind(proxies::contains)
                      .clock(misbehaviour.around(InstantSource.class, scene.clock))
                      .replayStore(misbehaviour.around(ReplayStore.class, store))
                      .replayStoreTimeout(storeTimeout)
                      .build())
              .build();
    }

    private Recording recording() {
      return misbehaviour.around(
          Recording.class,
          new Recording() {
            @Override
            public void completed(RequestPhase phase) {}

            @Override
            public void ended(HttpMonitor.Report report) {}
          });
    }

    private BearerRequest faultyRequest() throws CertificateEncodingException {
      Attempt attempt = scene.attempt();
      BearerRequest request =
          switch (at.getName()) {
            case "clientCertificate" -> bound(attempt).certificate(CERTIFICATE.x509());
            case "peerAddress", "contains" ->
                bound(attempt)
                    .peer(PROXY)
                    .field("Client-Cert", MutualTlsTest.passedOn(CERTIFICATE));
            default -> attempt;
          };
      return misbehaviour.around(BearerRequest.class, request);
    }

    private Attempt bound(Attempt attempt) {
      return attempt.token(token -> token.boundTo(CERTIFICATE)).bearer().proofs();
    }

    private String status(int call, BearerRequest request) {
      try {
        BearerAnswer answer =
            call == BLOCKING
                ? bearer.authenticate(request, rule)
                : bearer.authenticateAsync(request, rule).get(1, TimeUnit.MINUTES);
        return answer instanceof Refused refused ? String.valueOf(refused.status()) : "200";
      } catch (Throwable e) {
        return "thrown";
      }
    }

    @Override
    public void close() {
      misbehaviour.close();
    }
  }
}
