// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.jwtvalidation.http.pop.ProofResult.ACCEPTED;
import static org.jwtvalidation.http.pop.ProofResult.INVALID;
import static org.jwtvalidation.http.pop.ProofResult.MISSING;
import static org.jwtvalidation.http.pop.ProofResult.NOT_NEEDED;
import static org.jwtvalidation.http.pop.ProofResult.TOO_MANY;
import static org.jwtvalidation.http.pop.ProofResult.UNBOUND;
import static org.jwtvalidation.http.pop.ProofResult.UNDECIDED;

import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.HttpMetricsMonitor;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.DpopProofBuilder;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.UndecidedException;

@Timeout(300)
class ProofOfPossessionTest {

  private final ProofScene scene = new ProofScene();

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void acceptsProofsOfEveryAlgorithm(SignatureAlgorithm algorithm) {
    assumeTrue(algorithm.isAvailable(), "no ML-DSA: use JDK 24 or newer");
    ProofScene any = new ProofScene(options -> options);
    any.accepted(any.attempt().client(client(algorithm)));
    assertThat(any.results).containsExactly(ACCEPTED, ACCEPTED);
  }

  private static DpopClient client(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 -> RsaClient.of(algorithm);
      default -> DpopClient.create(algorithm);
    };
  }

  @Test
  void acceptsUnboundTokensUnlessEachTokenHasToBeBound() {
    scene.accepted(scene.attempt().token(token -> token).bearer().proofs());
    assertThat(scene.results).containsExactly(NOT_NEEDED, NOT_NEEDED);

    ProofScene strict = new ProofScene(ProofOfPossession.Builder::required);
    Challenged refused =
        (Challenged)
            strict.refused(strict.attempt().token(token -> token).bearer().proofs(), UNBOUND);
    assertThat(refused.challenges()).hasSize(1);
    assertThat(refused.challenges().get(0))
        .startsWith("DPoP realm=\"orders\", algs=\"")
        .endsWith(", error=\"invalid_token\"");
    strict.accepted(strict.attempt());
  }

  @Test
  void acceptsTheSchemeInAnyCase() {
    for (String scheme : List.of("dpop ", "DPOP  ", "DpOp ")) {
      Attempt attempt = scene.attempt();
      scene.accepted(attempt.authorization(scheme + attempt.token()));
    }
  }

  @Test
  void acceptsKeycloaksKindOfToken() {
    scene.accepted(
        scene.attempt().token(token -> token.claim("typ", "DPoP").boundTo(scene.client)));
  }

  @Test
  void tellsFrameworksWhatIsCheckedAndHowToChallenge() {
    ProofOfPossession possession =
        ProofOfPossession.builder()
            .dpop(ProofScene.PUBLIC_BASE)
            .algorithms(SignatureAlgorithm.ES256)
            .build();
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(scene.validator).proofOfPossession(possession).build();
    assertThat(FrameworkAuthenticator.of(bearer).proofOfPossession()).isSameAs(possession);
    assertThat(
            FrameworkAuthenticator.of(BearerAuthenticator.builder(scene.validator).build())
                .proofOfPossession())
        .isNull();

    assertThat(bearer.insufficientScope(scene.attempt(), "orders:read").challenges())
        .containsExactly(
            "Bearer realm=\"api\"",
            "DPoP realm=\"api\", algs=\"ES256\", error=\"insufficient_scope\","
                + " scope=\"orders:read\"");
    assertThat(bearer.insufficientScope(scene.attempt().bearer()))
        .extracting(Challenged::challenges, InstanceOfAssertFactories.LIST)
        .containsExactly(
            "Bearer realm=\"api\", error=\"insufficient_scope\"",
            "DPoP realm=\"api\", algs=\"ES256\"");
  }

  @Test
  void challengesForEachSchemeThatItAccepts() {
    Challenged missing = (Challenged) scene.answer(scene.attempt().authorization());
    assertThat(missing.challenges())
        .containsExactly(
            "Bearer realm=\"orders\"", "DPoP realm=\"orders\", algs=\"ES256 Ed25519 EdDSA\"");
    Challenged malformed = (Challenged) scene.answer(scene.attempt().authorization("DPoP"));
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.challenges())
        .containsExactly(
            "Bearer realm=\"orders\"",
            "DPoP realm=\"orders\", algs=\"ES256 Ed25519 EdDSA\", error=\"invalid_request\"");
    Challenged invalid = (Challenged) scene.answer(scene.attempt().authorization("Bearer a.b.c"));
    assertThat(invalid.challenges())
        .containsExactly(
            "Bearer realm=\"orders\", error=\"invalid_token\"",
            "DPoP realm=\"orders\", algs=\"ES256 Ed25519 EdDSA\"");

    ProofScene strict =
        new ProofScene(options -> options.algorithms(SignatureAlgorithm.ES256).required());
    assertThat(((Challenged) strict.answer(strict.attempt().authorization())).challenges())
        .containsExactly("DPoP realm=\"orders\", algs=\"ES256\"");
    ProofScene either =
        new ProofScene(
            options -> options.algorithms(SignatureAlgorithm.ES256).mutualTls().required());
    assertThat(((Challenged) either.answer(either.attempt().authorization())).challenges())
        .containsExactly("Bearer realm=\"orders\"", "DPoP realm=\"orders\", algs=\"ES256\"");
  }

  @Test
  void namesTheSchemeOfTheTokenWhereItDoesNotSuffice() {
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(scene.validator)
            .proofOfPossession(
                ProofOfPossession.builder()
                    .dpop(ProofScene.PUBLIC_BASE)
                    .algorithms(SignatureAlgorithm.ES256)
                    .clock(scene.clock)
                    .build())
            .build();
    assertThat(bearer.authenticate(scene.attempt(), AccessRule.scope("read")))
        .isEqualTo(
            new Challenged(
                403,
                List.of(
                    "Bearer realm=\"api\"",
                    "DPoP realm=\"api\", algs=\"ES256\", error=\"insufficient_scope\","
                        + " scope=\"read\"")));
  }

  @Test
  void refusesEveryProofForARequestWithoutPath() {
    ProofScene scene = new ProofScene();
    scene.refused(scene.attempt().withoutPath(), INVALID);
  }

  @Test
  void acceptsProofsWithinTheWindow() {
    ProofScene narrow = new ProofScene(options -> options.window(Duration.ofSeconds(10)));
    for (int age : new int[] {-9, 0, 9}) {
      narrow.accepted(
          narrow.attempt().proof(proof -> proof.issuedAt(narrow.now.minusSeconds(age))));
    }
    for (int age : new int[] {-10, 10}) {
      narrow.refused(
          narrow.attempt().proof(proof -> proof.issuedAt(narrow.now.minusSeconds(age))), INVALID);
    }
  }

  @Test
  void boundsTheLengthOfAProof() {
    ProofScene strict =
        new ProofScene(options -> options.limits(TokenLimits.defaults().withTokenLength(2000)));
    UnaryOperator<DpopProofBuilder> lengthen = proof -> proof.claim("x", "y".repeat(2000));
    scene.accepted(scene.attempt().proof(lengthen));
    strict.refused(strict.attempt().proof(lengthen), INVALID);
    strict.accepted(strict.attempt());
  }

  @Test
  @DisplayName("122: a proof outside its own exp and nbf, but for ten seconds")
  void allowsTenSecondsForTheClocksOfClients() {
    long now = scene.now.getEpochSecond();
    for (long seconds : new long[] {9, 0, -3600}) {
      scene.accepted(scene.attempt().proof(proof -> proof.claim("exp", now - seconds)));
      scene.accepted(scene.attempt().proof(proof -> proof.claim("nbf", now + seconds)));
    }
    scene.refused(scene.attempt().proof(proof -> proof.claim("exp", now - 10)), INVALID);
    scene.refused(scene.attempt().proof(proof -> proof.claim("nbf", now + 11)), INVALID);
  }

  @Test
  void refusesRequestsWithoutAValidPath() {
    scene.refused(scene.attempt().path("orders"), INVALID);
  }

  @Test
  void tellsAFirstUseToOneOfSixteenThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      for (int round = 0; round < 5; round++) {
        BearerAuthenticator bearer =
            BearerAuthenticator.builder(scene.validator)
                .proofOfPossession(
                    ProofOfPossession.builder()
                        .dpop(ProofScene.PUBLIC_BASE)
                        .clock(scene.clock)
                        .build())
                .build();
        Attempt attempt = scene.attempt();
        CyclicBarrier start = new CyclicBarrier(16);
        List<Future<BearerAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
          boolean async = i % 2 == 0;
          answers.add(
              threads.submit(() -> {
                start.await();
                return async
                    ? bearer.authenticateAsync(attempt).join()
                    : bearer.authenticate(attempt);
              }));
        }
        int accepted = 0;
        for (Future<BearerAnswer> answer : answers) {
          accepted += answer.get() instanceof Authenticated ? 1 : 0;
        }
        assertThat(accepted).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static ProofScene withStore(ReplayStore store) {
    return withStore(store, Duration.ofSeconds(30));
  }

  private static ProofScene withStore(ReplayStore store, Duration timeout) {
    return new ProofScene(options -> options.replayStore(store).replayStoreTimeout(timeout));
  }

  private static Unavailable undecided(ReplayStore store) {
    return undecided(withStore(store));
  }

  private static Unavailable undecided(ProofScene scene) {
    Unavailable unavailable = (Unavailable) scene.refused(scene.attempt(), UNDECIDED);
    assertThat(scene.outcomes)
        .containsExactly(RequestOutcome.UNAVAILABLE, RequestOutcome.UNAVAILABLE);
    return unavailable;
  }

  @Test
  void decidesNothingWithoutTheReplayStore() {
    Unavailable soon = new Unavailable(Duration.ofSeconds(1));

    assertThat(
            undecided(withStore((key, until) -> new CompletableFuture<>(), Duration.ofMillis(50))))
        .isEqualTo(soon);
    assertThat(undecided((key, until) -> CompletableFuture.completedStage(null))).isEqualTo(soon);
    assertThat(undecided((key, until) -> null)).isEqualTo(soon);
    assertThat(
            undecided((key, until) -> {
              throw new IllegalStateException("closed");
            }))
        .isEqualTo(soon);
    assertThat(undecided((key, until) -> failed(new IllegalStateException("broken"))))
        .isEqualTo(soon);
    assertThat(
            undecided((key, until) ->
                failed(new UndecidedException("down", null, Duration.ofSeconds(7)))))
        .isEqualTo(new Unavailable(Duration.ofSeconds(7)));
    ProofScene flooded =
        withStore((key, until) -> CompletableFuture.completedStage(Answer.TOO_MANY));
    assertThat(((Challenged) flooded.refused(flooded.attempt(), TOO_MANY)).status()).isEqualTo(401);
  }

  private static CompletionStage<Answer> failed(Exception failure) {
    return CompletableFuture.<Answer>failedFuture(failure).thenApply(first -> first);
  }

  @Test
  void waitsForAStoreThatAnswersLater() {
    ProofScene slow =
        withStore((key, until) ->
            CompletableFuture.supplyAsync(
                () -> Answer.FIRST, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)));
    slow.accepted(slow.attempt());
  }

  @Test
  void asksTheStoreLastAndUntilTheProofIsTooOld() {
    List<Instant> asked = new ArrayList<>();
    ProofScene noting =
        withStore((key, until) -> {
          asked.add(until);
          return CompletableFuture.completedStage(Answer.FIRST);
        });
    noting.refused(noting.attempt().proof(proof -> proof.claim("htm", "POST")), INVALID);
    assertThat(asked).isEmpty();
    Instant issuedAt = noting.now.plusSeconds(20);
    noting.accepted(noting.attempt().proof(proof -> proof.issuedAt(issuedAt)));
    assertThat(asked).containsOnly(issuedAt.plusSeconds(70)).hasSize(2);
  }

  @Test
  void readsARequestBeforeAnAnswerThatComesLater() {
    CompletableFuture<JwkSet> keys = new CompletableFuture<>();
    KeySource later =
        new KeySource() {
          @Override
          public @Nullable JwkSet jwkSet() {
            return null;
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            return keys;
          }
        };
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(scene.issuer.config().audience(TestIssuer.AUDIENCE).keySource(later).build())
            .build()) {
      BearerAuthenticator bearer =
          BearerAuthenticator.builder(validator)
              .proofOfPossession(
                  ProofOfPossession.builder()
                      .dpop(ProofScene.PUBLIC_BASE)
                      .clock(scene.clock)
                      .build())
              .build();
      Attempt attempt = scene.attempt();
      Attempt untargeted = scene.attempt().withoutPath();
      CompletableFuture<BearerAnswer> good = bearer.authenticateAsync(attempt);
      CompletableFuture<BearerAnswer> bad = bearer.authenticateAsync(untargeted);
      assertThat(good).isNotDone();
      attempt.method("POST").proofs().path("/");
      untargeted.path("/orders");
      keys.complete(JwkSet.of(scene.issuer.key(SignatureAlgorithm.ES256).verificationKey()));

      assertThat(good.join()).isInstanceOf(Authenticated.class);
      assertThat(bad.join()).isInstanceOf(Challenged.class);
    }
  }

  @Test
  void measuresTheProofAsAPhaseOfItsOwn() {
    HttpMetricsMonitor monitor = new HttpMetricsMonitor();
    HttpMetricsMonitor second = new HttpMetricsMonitor();
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(scene.validator)
            .monitor(monitor)
            .monitor(second)
            .proofOfPossession(
                ProofOfPossession.builder().dpop(ProofScene.PUBLIC_BASE).clock(scene.clock).build())
            .build();
    for (Attempt attempt :
        List.of(
            scene.attempt(), scene.attempt().proofs(), scene.attempt().authorization("DPoP x"))) {
      assertThat(bearer.authenticate(attempt)).isNotNull();
    }
    var unused =
        FrameworkAuthenticator.of(bearer)
            .authenticateAsync(scene.attempt(), CompletableFuture.completedStage(true))
            .join();
    assertThat(monitor.snapshot().latency(RequestPhase.PROOF_CHECK).count()).isEqualTo(3);
    assertThat(monitor.snapshot().count(ACCEPTED)).isEqualTo(2);
    assertThat(monitor.snapshot().count(MISSING)).isEqualTo(1);
    assertThat(second.snapshot().proofs()).isEqualTo(monitor.snapshot().proofs());
    assertThat(monitor.snapshot().count(RequestOutcome.INVALID_PROOF)).isEqualTo(1);
    assertThat(monitor.snapshot().count(RequestOutcome.SUCCESS)).isEqualTo(2);
  }

  @Test
  @DisplayName("120: one client with many keys at the replay store")
  void countsTheProofsOfAllKeysOfASubject() {
    ProofScene small =
        new ProofScene(options ->
            options.replayStore(
                InMemoryReplayStore.builder().clock(() -> scene.now).maxProofs(100).build()));
    for (int key = 0; key < 20; key++) {
      Attempt attempt = small.attempt().client(DpopClient.create());
      if (key < 10) {
        small.accepted(attempt);
      } else {
        small.refused(attempt, TOO_MANY);
      }
    }
    Attempt other = small.attempt();
    small.accepted(other.token(token -> token.subject("another").boundTo(other.client())));
  }

  @Test
  void countsProofsByClientOrKeyWhereATokenHasNoSubject() {
    List<ReplayKey> used = new ArrayList<>();
    ProofOfPossession possession =
        ProofOfPossession.builder()
            .dpop(ProofScene.PUBLIC_BASE)
            .clock(scene.clock)
            .replayStore((key, until) -> {
              used.add(key);
              return CompletableFuture.completedStage(Answer.FIRST);
            })
            .build();
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(scene.issuer.config().audience(TestIssuer.AUDIENCE).subjectOptional().build())
            .build()) {
      for (String clientId : List.of("shop", "shop", "", "")) {
        Attempt attempt = scene.attempt().client(DpopClient.create());
        UnaryOperator<TokenBuilder> named =
            token ->
                clientId.isEmpty()
                    ? token.withoutClaim("client_id")
                    : token.claim("client_id", clientId);
        attempt.token(token -> named.apply(token.withoutClaim("sub").boundTo(attempt.client())));
        AccessToken token =
            validator.tryValidate(attempt.token(), possession.methods()).orElseThrow();
        assertThat(possession.check(token, attempt.token(), true, attempt).join().isAccepted())
            .isTrue();
      }
    }
    List<String> clients = used.stream().map(ReplayKey::client).toList();
    assertThat(clients).hasSize(4).doesNotContain("shop");
    assertThat(clients.get(0)).isEqualTo(clients.get(1));
    assertThat(Set.copyOf(clients)).hasSize(3);
  }

  /** With a store that answers each proof on the only thread that brings answers from a network. */
  private BearerAuthenticator asking(ExecutorService network) {
    ReplayStore remote =
        (key, until) ->
            CompletableFuture.supplyAsync(
                () -> Answer.FIRST,
                CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS, network));
    return BearerAuthenticator.builder(scene.validator)
        .proofOfPossession(
            ProofOfPossession.builder()
                .dpop(ProofScene.PUBLIC_BASE)
                .clock(scene.clock)
                .replayStore(remote)
                .replayStoreTimeout(Duration.ofSeconds(30))
                .build())
        .build();
  }

  @Test
  @DisplayName("F54: a rule that blocks after a proof that a store on the network decided")
  void runsNoCodeOfTheApplicationOnThreadsOfTheStore() throws Exception {
    ExecutorService network = Executors.newSingleThreadExecutor();
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try {
      BearerAuthenticator bearer = asking(network);
      AccessRule blocking =
          AccessRule.matching(token -> {
            blocked.countDown();
            try {
              return end.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
      CompletableFuture<BearerAnswer> first = bearer.authenticateAsync(scene.attempt(), blocking);
      assertThat(first).isNotDone();
      assertThat(blocked.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(bearer.authenticateAsync(scene.attempt()).get(1, TimeUnit.MINUTES))
          .isInstanceOf(Authenticated.class);
      assertThat(first).isNotDone();
      end.countDown();
      assertThat(first.get(1, TimeUnit.MINUTES)).isInstanceOf(Authenticated.class);
    } finally {
      end.countDown();
      network.shutdownNow();
    }
  }

  @Test
  void asksTheRuleOnTheThreadThatWaits() {
    ExecutorService network = Executors.newSingleThreadExecutor();
    try {
      List<Thread> threads = new CopyOnWriteArrayList<>();
      BearerAuthenticator bearer = asking(network);
      AccessRule noting = AccessRule.matching(token -> threads.add(Thread.currentThread()));
      assertThat(bearer.authenticate(scene.attempt(), noting)).isInstanceOf(Authenticated.class);
      assertThat(threads).containsExactly(Thread.currentThread());
    } finally {
      network.shutdownNow();
    }
  }

  @Test
  void acceptsTokensAsKeycloakBindsThem() {
    Attempt attempt = scene.attempt();
    String thumbprint = attempt.client().thumbprint();
    Map<String, String> ofKeycloak = Map.of("jkt", thumbprint, "kc-jkt-type", "DPoP");

    scene.accepted(attempt.token(t -> t.claim("typ", "DPoP").claim("cnf", ofKeycloak)));
    scene.refused(attempt.bearer(), MISSING);
  }

  @Test
  void refusesTokensThatTheValidatorShouldHaveRefused() {
    try (TokenValidator elsewhere =
        TokenValidator.builder()
            .issuer(
                scene
                    .issuer
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .senderConstraintCheckedElsewhere()
                    .build())
            .build()) {
      ProofOfPossession possession =
          ProofOfPossession.builder().dpop(ProofScene.PUBLIC_BASE).build();
      Attempt attempt = scene.attempt().token(token -> token.claim("cnf", Map.of("kid", "7")));
      AccessToken token = elsewhere.validate(attempt.token());
      assertThat(possession.check(token, attempt.token(), true, attempt).join())
          .isEqualTo(new ProofAnswer(INVALID, "cnf", null, null));
    }
  }

  private static void assertRefused(String message, Consumer<ProofOfPossession.Builder> options) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> {
          ProofOfPossession.Builder builder = ProofOfPossession.builder();
          options.accept(builder);
          var unused = builder.build();
        })
        .withMessage(message);
  }

  @Test
  void refusesOptionsThatCheckNothing() {
    String nothing = "proofOfPossession: nothing to check; set dpop, mutualTls or mutualTlsBehind";
    assertRefused(nothing, options -> {});
    assertRefused(nothing, ProofOfPossession.Builder::required);
    String onlyDpop =
        ": only for DPoP; set dpop with the URI of the service, or leave the option out";
    assertRefused(
        "window" + onlyDpop, options -> options.mutualTls().window(Duration.ofSeconds(9)));
    assertRefused("algorithms" + onlyDpop, options -> options.algorithms(SignatureAlgorithm.ES256));
    assertRefused("limits" + onlyDpop, options -> options.limits(TokenLimits.defaults()));
    assertRefused(
        "signaturePolicy" + onlyDpop,
        options -> options.signaturePolicy(SignaturePolicy.fastest()));
    assertRefused("maxKnownKeys" + onlyDpop, options -> options.maxKnownKeys(7));
    assertRefused("nonces" + onlyDpop, options -> options.nonces(DpopNonces.random()));
    assertRefused(
        "replayStore" + onlyDpop,
        options -> options.replayStore(InMemoryReplayStore.builder().build()));
    for (Duration length : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofMinutes(6))) {
      assertRefused(
          "window: "
              + length
              + " is not more than zero and at most PT5M; choose a duration in"
              + " between",
          options -> options.window(length));
      assertRefused(
          "replayStoreTimeout: "
              + length
              + " is not more than zero and at most PT30S; choose a duration in between",
          options -> options.replayStoreTimeout(length));
    }
  }

  @Test
  void tellsWhatItChecks() {
    ProofOfPossession dpop =
        ProofOfPossession.builder().dpop(URI.create("https://api.example")).required().build();
    assertThat(dpop.methods()).containsExactly(ConfirmationMethod.JKT);
    assertThat(dpop.isRequired()).isTrue();
    assertThat(dpop.algorithms()).containsExactly(SignatureAlgorithm.values());
    assertThat(dpop.knownKeys()).isZero();
    Attempt attempt = scene.attempt();
    AccessToken token = scene.validator.tryValidate(attempt.token(), dpop.methods()).orElseThrow();
    assertThat(dpop.check(token, attempt.token(), true, attempt).join().isAccepted()).isTrue();
    assertThat(dpop.knownKeys()).isEqualTo(1);

    ProofOfPossession certificates = ProofOfPossession.builder().mutualTls().build();
    assertThat(certificates.methods()).containsExactly(ConfirmationMethod.X5T_S256);
    assertThat(certificates.isRequired()).isFalse();
    assertThat(certificates.algorithms()).isEmpty();
    assertThat(certificates.knownKeys()).isZero();
    assertThat(certificates.keyTables().count()).isZero();
  }

  @Test
  void answersForAFrameworkThatHasAskedForTheProofItself() {
    ProofOfPossession checks =
        ProofOfPossession.builder()
            .dpop(ProofScene.PUBLIC_BASE)
            .algorithms(SignatureAlgorithm.ES256)
            .replayStore((key, until) -> new CompletableFuture<>())
            .replayStoreTimeout(Duration.ofMillis(20))
            .build();
    ProofScene scene = new ProofScene();
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(scene.validator).proofOfPossession(checks).build();
    Attempt attempt = scene.attempt();
    AccessToken token =
        scene.validator.tryValidate(attempt.token(), checks.methods()).orElseThrow();

    ProofAnswer undecided = checks.check(token, attempt.token(), true, attempt).join();
    assertThat(FrameworkAuthenticator.of(bearer).refused(undecided, true))
        .isInstanceOf(BearerAnswer.Unavailable.class);
    ProofAnswer asBearer = checks.check(token, attempt.token(), false, attempt).join();
    assertThat(FrameworkAuthenticator.of(bearer).refused(asBearer, false))
        .isEqualTo(
            new BearerAnswer.Challenged(
                401,
                List.of(
                    "Bearer realm=\"api\", error=\"invalid_token\"",
                    "DPoP realm=\"api\", algs=\"ES256\"")));
    ProofAnswer missing = checks.check(token, attempt.token(), true, attempt.proofs()).join();
    assertThat(FrameworkAuthenticator.of(bearer).refused(missing, true).headers().toString())
        .contains("invalid_dpop_proof");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            FrameworkAuthenticator.of(bearer).refused(ProofAnswer.of(ProofResult.ACCEPTED), true))
        .withMessage("proof: ACCEPTED is no refusal; ask for the answer to a refusal alone");
  }

  /** Has ES256, and then has no verifier of it. */
  private static final class BrokenProvider extends Provider {

    private static final long serialVersionUID = 1L;

    BrokenProvider() {
      super("Broken", "1", "fails to verify");
      putService(
          new Service(this, "Signature", "SHA256withECDSAinP1363Format", "Broken", null, null) {
            @Override
            public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
              throw new NoSuchAlgorithmException("module in error state");
            }
          });
    }
  }

  @Test
  void leavesProofsUndecidedWhileTheProviderFails() {
    ProofScene broken =
        new ProofScene(options ->
            options
                .algorithms(SignatureAlgorithm.ES256)
                .signaturePolicy(SignaturePolicy.provider(new BrokenProvider())));
    assertThat(undecided(broken).status()).isEqualTo(503);
  }
}
