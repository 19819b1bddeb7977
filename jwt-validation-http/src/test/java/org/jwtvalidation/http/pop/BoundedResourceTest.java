// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.bounds.SharedState;
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.EmbeddedKey;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.token.AccessToken;

/**
 * What one client can take from the others of what is bounded: it brings 1,000 keys or more, the
 * bound stays, and another client is served. All that grows with requests has a row here and in the
 * documentation.
 */
@Tag("jdk-independent")
@Timeout(300)
class BoundedResourceTest {

  private static final int KEYS = 1000;
  private static final Duration WINDOW = Duration.ofMinutes(2);
  private static final SharedState STATE = new SharedState();

  private final ProofScene scene = new ProofScene();

  /**
   * What clients share.
   *
   * @param name as in the documentation
   * @param options bound it
   * @param classes keep it
   */
  record Resource(
      String name, Set<String> options, Set<String> classes, Consumer<BoundedResourceTest> flood) {

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Resource> resources() {
    return List.of(
        new Resource(
            "Used proofs",
            Set.of("InMemoryReplayStore.maxProofs", "InMemoryReplayStore.maxProofsPerClient"),
            Set.of("ProofSegment"),
            BoundedResourceTest::fillTheReplayStoreByOneClient),
        new Resource(
            "Proofs that wait for a store",
            Set.of(),
            Set.of("Continuation"),
            BoundedResourceTest::waitForTheStoreByOneClient),
        new Resource(
            "Keys of clients",
            Set.of("ProofOfPossession.maxKnownKeys"),
            Set.of("DpopProofVerifier"),
            BoundedResourceTest::proveByMoreKeysThanAreKept));
  }

  @ParameterizedTest
  @MethodSource("resources")
  @DisplayName("120: one client with a thousand keys")
  void leavesOtherClientsTheirPartOf(Resource resource) {
    resource.flood.accept(this);
  }

  private boolean isFirst(ReplayStore store, String client, String thumbprint, String jwtId) {
    Instant until = scene.now.plus(WINDOW);
    return store
        .remember(ReplayKey.of(thumbprint, jwtId, client), until)
        .handle((answer, failure) -> answer == Answer.FIRST)
        .toCompletableFuture()
        .join();
  }

  private void fillTheReplayStoreByOneClient() {
    InMemoryReplayStore store = InMemoryReplayStore.builder().clock(scene.clock).build();
    int accepted = 0;
    // By keys alone, 26 would do to fill it.
    for (int key = 0; key < KEYS; key++) {
      int proof = 0;
      while (isFirst(store, "flood", "key " + key, "proof " + proof)) {
        proof++;
      }
      accepted += proof;
    }
    assertThat(accepted).isEqualTo(store.size()).as("a tenth of a million").isEqualTo(100_000);
    assertThat(isFirst(store, "another", "its key", "first")).isTrue();
    assertThat(isFirst(store, "another", "its key", "first")).isFalse();
  }

  private Attempt attempt(String subject, DpopClient key) {
    return scene.attempt().client(key).token(token -> token.subject(subject).boundTo(key));
  }

  private CompletableFuture<ProofAnswer> check(ProofOfPossession possession, Attempt attempt) {
    AccessToken token =
        scene.validator.tryValidate(attempt.token(), possession.methods()).orElseThrow();
    return possession.check(token, attempt.token(), true, attempt);
  }

  private ProofOfPossession.Builder possession() {
    return ProofOfPossession.builder().dpop(ProofScene.PUBLIC_BASE).clock(scene.clock);
  }

  private void waitForTheStoreByOneClient() {
    List<CompletableFuture<Answer>> questions = new ArrayList<>();
    ProofOfPossession possession =
        possession()
            .replayStore((key, until) -> {
              questions.add(new CompletableFuture<>());
              return questions.get(questions.size() - 1);
            })
            .replayStoreTimeout(Duration.ofSeconds(20))
            .build();
    List<CompletableFuture<ProofAnswer>> flood = new ArrayList<>();
    List<Attempt> attempts = new ArrayList<>();
    for (int key = 0; key < 10; key++) {
      attempts.add(attempt("flood", DpopClient.create()));
    }
    // A proof that is sent again waits, too, for as long as the store has not told that it is one.
    for (int proof = 0; proof < Continuation.MAX_WAITING_OF_CLIENT + 5; proof++) {
      flood.add(check(possession, attempts.get(proof % attempts.size())));
    }
    CompletableFuture<ProofAnswer> another =
        check(possession, attempt("another", DpopClient.create()));
    assertThat(questions)
        .as("nothing of the proofs beyond the bound")
        .hasSize(Continuation.MAX_WAITING_OF_CLIENT + 1);
    int bound = Continuation.MAX_WAITING_OF_CLIENT;
    assertThat(flood.subList(bound, flood.size()))
        .allSatisfy(answer -> assertThat(answer.join().result()).isEqualTo(ProofResult.UNDECIDED));
    assertThat(another).isNotDone();
    questions.forEach(question -> question.complete(Answer.FIRST));
    assertThat(another.join().isAccepted()).isTrue();
    assertThat(flood.subList(0, bound)).allMatch(answer -> answer.join().isAccepted());
    assertThat(check(possession, attempts.get(0))).as("has a place again").isNotDone();
  }

  private void proveByMoreKeysThanAreKept() {
    floodTheKeysThatAreKept();
    ProofOfPossession possession = possession().maxKnownKeys(1).build();
    DpopClient ofAnother = DpopClient.create();
    for (String subject : List.of("another", "flood", "flood", "flood")) {
      DpopClient key = subject.equals("another") ? ofAnother : DpopClient.create();
      assertThat(check(possession, attempt(subject, key)).join().isAccepted()).isTrue();
    }
    assertThat(check(possession, attempt("another", ofAnother)).join().isAccepted()).isTrue();
  }

  private void floodTheKeysThatAreKept() {
    int size = 100;
    SignaturePolicy policy = SignaturePolicy.fastest();
    DpopProofVerifier proofs =
        new DpopProofVerifier(
            Set.of(SignatureAlgorithm.ES256), TokenLimits.defaults(), policy, size);
    SignatureVerifier verifier = policy.verifier(DpopClient.create().key().verificationKey());
    EmbeddedKey ofAnother = embedded(KEYS);
    proofs.keep(ofAnother, verifier);
    for (int key = 0; key < KEYS; key++) {
      proofs.keep(embedded(key), verifier);
      assertThat(proofs.knownKeys()).isBetween(1L, (long) size);
      // In use while the flood lasts.
      if (proofs.known(ofAnother) == null) {
        proofs.keep(ofAnother, verifier);
      }
    }
    assertThat(proofs.knownKeys()).isEqualTo(size);
    assertThat(proofs.known(ofAnother)).isNotNull();
  }

  private static EmbeddedKey embedded(int number) {
    byte[] coordinate = ByteBuffer.allocate(32).putInt(number).array();
    String x = Base64.getUrlEncoder().withoutPadding().encodeToString(coordinate);
    return Objects.requireNonNull(
        EmbeddedKey.of(
            Map.of("kty", "EC", "crv", "P-256", "x", x, "y", x), Set.of(SignatureAlgorithm.ES256)));
  }

  @Test
  void letsNoMoreProofsWaitThanItSays() {
    Continuation continuation = new Continuation();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    List<CompletableFuture<Answer>> waiting = new ArrayList<>();
    for (int client = 0; continuation.hasPlaceFor("client " + client); client++) {
      waiting.add(continuation.of(answer, "client " + client));
    }
    assertThat(waiting).hasSize(Continuation.MAX_WAITING);
    answer.completeExceptionally(new IllegalStateException());
    assertThat(waiting).allSatisfy(each -> assertThat(each).failsWithin(Duration.ofMinutes(1)));
    assertThat(continuation.hasPlaceFor("client 0")).isTrue();
  }

  @Test
  void keepsNoTimerOfAProofWhoseStoreHasAnswered() {
    ScheduledThreadPoolExecutor timer = (ScheduledThreadPoolExecutor) LibraryThreads.SHARED.timer();
    // All tests of this JVM share the timer.
    Set<Runnable> ofOthers = Set.copyOf(timer.getQueue());
    CompletableFuture<Answer> question = new CompletableFuture<>();
    ProofOfPossession possession =
        possession()
            .replayStore((key, until) -> question)
            .replayStoreTimeout(Duration.ofSeconds(30))
            .build();
    CompletableFuture<ProofAnswer> answer = check(possession, attempt("jo", DpopClient.create()));
    assertThat(longTimers(timer, ofOthers)).isEqualTo(1);
    question.completeExceptionally(new IllegalStateException());
    assertThat(answer.join().result()).isEqualTo(ProofResult.UNDECIDED);
    assertThat(longTimers(timer, ofOthers)).isZero();
  }

  private static long longTimers(ScheduledThreadPoolExecutor timer, Set<Runnable> ofOthers) {
    return timer.getQueue().stream()
        .filter(task -> !ofOthers.contains(task))
        .filter(task -> task instanceof Delayed delayed && delayed.getDelay(TimeUnit.SECONDS) >= 22)
        .count();
  }

  @Test
  void hasARowForEveryOptionThatBoundsANumber() {
    assertThat(STATE.options()).isEqualTo(ofRows(resource -> resource.options.stream()));
  }

  @Test
  void hasARowForEveryClassThatKeepsWhatRequestsShare() {
    assertThat(STATE.keepers()).isEqualTo(ofRows(resource -> resource.classes.stream()));
  }

  @Test
  void namesInTheDocumentationWhatItTests() {
    assertThat(SharedState.rows("requests"))
        .isEqualTo(ofRows(resource -> Stream.of(resource.name)));
  }

  private static Set<String> ofRows(Function<Resource, Stream<String>> property) {
    Set<String> names = new TreeSet<>();
    resources().stream().flatMap(property).forEach(names::add);
    return names;
  }
}
