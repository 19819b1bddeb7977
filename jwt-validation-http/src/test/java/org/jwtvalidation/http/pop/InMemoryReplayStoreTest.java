// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.token.UndecidedException;

class InMemoryReplayStoreTest {

  private static final Duration WINDOW = Duration.ofMinutes(2);

  private static final Instant BEGIN = Instant.parse("2026-11-24T12:00:00.7Z");

  private volatile Instant now = BEGIN;

  /** How much of the time until now has not passed. */
  private volatile Duration setForward = Duration.ZERO;

  private void set(Duration forward) {
    setForward = setForward.plus(forward);
    now = now.plus(forward);
  }

  private InMemoryReplayStore.Builder options() {
    return InMemoryReplayStore.builder()
        .clock(() -> now)
        .nanoTime(() -> Duration.between(BEGIN, now).minus(setForward).toNanos());
  }

  private boolean isFirst(ReplayStore store, String client, String jwtId) {
    return isFirst(store, client, jwtId, now.plus(WINDOW));
  }

  private static boolean isFirst(ReplayStore store, String client, String jwtId, Instant until) {
    return answer(store, client, jwtId, until) == Answer.FIRST;
  }

  private static Answer answer(ReplayStore store, String client, String jwtId, Instant until) {
    return store.remember(ReplayKey.of(client, jwtId, client), until).toCompletableFuture().join();
  }

  /** Uses {@code proofs} of a client, and returns how many of them were accepted. */
  private int accepted(ReplayStore store, String client, int proofs) {
    int accepted = 0;
    for (int i = 0; i < proofs; i++) {
      try {
        accepted += isFirst(store, client, "proof " + i) ? 1 : 0;
      } catch (CompletionException e) {
        assertThat(e.getCause()).isInstanceOf(UndecidedException.class);
      }
    }
    return accepted;
  }

  @Test
  void tellsTheFirstUseFromAllOthers() {
    ReplayStore store = InMemoryReplayStore.builder().build();
    Instant until = Instant.now().plus(WINDOW);

    assertThat(isFirst(store, "client", "a", until)).isTrue();
    assertThat(isFirst(store, "client", "a", until)).isFalse();
    assertThat(isFirst(store, "client", "b", until)).isTrue();
    assertThat(isFirst(store, "client", "a", until)).isFalse();
  }

  @Test
  void letsNoClientUseUpTheProofsOfAnother() {
    ReplayStore store = options().build();

    assertThat(isFirst(store, "attacker", "a")).isTrue();
    assertThat(isFirst(store, "client", "a")).isTrue();
  }

  @Test
  void remembersAProofUntilItExpiresAndNotMuchLonger() {
    InMemoryReplayStore store = options().build();
    Instant until = now.plus(WINDOW);
    assertThat(isFirst(store, "client", "a", until)).isTrue();

    now = until;
    assertThat(isFirst(store, "client", "a", until)).isFalse();
    now = until.plusMillis(200);
    assertThat(isFirst(store, "client", "a", until)).isFalse();
    now = until.plusSeconds(1);
    assertThat(isFirst(store, "client", "a", now.plus(WINDOW))).isTrue();
    assertThat(store.size()).isEqualTo(1);
  }

  @Test
  void tellsUsesOfAnExpiredProofApart() {
    ReplayStore store = options().build();

    assertThat(isFirst(store, "client", "a", now.minusSeconds(500))).isTrue();
    assertThat(isFirst(store, "client", "a", now.minusSeconds(500))).isFalse();
    assertThat(isFirst(store, "client", "b", Instant.MIN)).isTrue();
    assertThat(isFirst(store, "client", "b", Instant.MAX)).isFalse();
  }

  @Test
  void remembersAProofForEver() {
    ReplayStore store = options().build();

    assertThat(isFirst(store, "client", "a", Instant.MAX)).isTrue();
    now = now.plus(Duration.ofDays(10_000));
    assertThat(isFirst(store, "client", "a", Instant.MAX)).isFalse();
  }

  @Test
  void remembersProofsWhenTheClockIsSetBack() {
    InMemoryReplayStore store = options().build();
    assertThat(isFirst(store, "client", "a")).isTrue();

    now = now.minusSeconds(3600);
    assertThat(isFirst(store, "client", "a")).isFalse();
    assertThat(isFirst(store, "client", "b")).isTrue();
    now = now.plus(WINDOW).plusSeconds(2);
    assertThat(isFirst(store, "client", "c")).isTrue();
    assertThat(store.size()).as("a and c, without b, which has expired").isEqualTo(2);
  }

  @Test
  void remembersProofsWhenTheClockIsSetForwardAndBack() {
    InMemoryReplayStore store = options().build();
    Instant until = now.plus(WINDOW);
    assertThat(isFirst(store, "client", "a", until)).isTrue();

    Duration forward = WINDOW.plusSeconds(30);
    set(forward);
    assertThat(isFirst(store, "client", "b")).isTrue();
    set(forward.negated());
    now = now.plusSeconds(100);
    assertThat(isFirst(store, "client", "a", until)).as("within its window again").isFalse();
    now = until.plusSeconds(1);
    assertThat(isFirst(store, "client", "c")).isTrue();
    assertThat(store.size()).as("b and c, without a, which has expired").isEqualTo(2);
  }

  @Test
  void trustsAClockAgainThatWasSetForwardAWhileAgo() {
    InMemoryReplayStore store = options().build();
    set(Duration.ofDays(3));
    assertThat(isFirst(store, "client", "late")).isTrue();
    int proofs = 0;
    for (int minute = 0; minute < 4; minute++) {
      now = now.plusSeconds(60);
      assertThat(isFirst(store, "client", "proof " + proofs++)).isTrue();
    }
    assertThat(store.size()).as("of two minutes, as of a clock that nobody sets").isEqualTo(3);
  }

  @Test
  void trustsAClockThatWasSetForwardWhileNobodyAsked() {
    for (int minutes : new int[] {3, 5}) {
      InMemoryReplayStore store = options().build();
      assertThat(isFirst(store, "client", "a")).isTrue();
      set(Duration.ofHours(1));
      now = now.plusSeconds(60L * minutes);
      assertThat(isFirst(store, "client", "b")).isTrue();
      assertThat(store.size()).as(minutes + " minutes").isEqualTo(1);
    }
  }

  @Test
  void refusesAClientThatUsesTooManyAndNoOther() {
    ReplayStore store = options().maxProofs(1000).maxProofsPerClient(3).build();

    assertThat(accepted(store, "flood", 50)).isEqualTo(3);
    assertThat(accepted(store, "client", 3)).isEqualTo(3);
    Instant until = now.plus(WINDOW);
    assertThat(answer(store, "flood", "one more", until)).isEqualTo(Answer.TOO_MANY);
    assertThat(answer(store, "flood", "proof 1", until)).isEqualTo(Answer.REPLAYED);
    now = now.plus(WINDOW).plusSeconds(1);
    assertThat(accepted(store, "flood", 50)).isEqualTo(3);
  }

  @Test
  void countsTheProofsOfAClientThatHaveNotExpired() {
    ReplayStore store = options().maxProofs(1000).maxProofsPerClient(3).build();
    assertThat(isFirst(store, "client", "a", now.plusSeconds(10))).isTrue();
    assertThat(isFirst(store, "client", "b", now.plusSeconds(10))).isTrue();
    assertThat(isFirst(store, "client", "c", now.plus(WINDOW))).isTrue();

    now = now.plusSeconds(12);
    assertThat(accepted(store, "client", 50)).isEqualTo(2);
  }

  @Test
  void givesOneClientATenthByDefault() {
    assertThat(accepted(options().maxProofs(100).build(), "flood", 50)).isEqualTo(10);
    assertThat(accepted(options().maxProofs(3).build(), "flood", 50)).isEqualTo(1);
    assertThat(InMemoryReplayStore.builder().build())
        .hasToString("InMemoryReplayStore[maxProofs=1000000, maxProofsPerClient=100000]");
  }

  @Test
  void leavesPlacesToOthersAsItFills() {
    InMemoryReplayStore store = options().maxProofs(1000).maxProofsPerClient(1000).build();

    assertThat(accepted(store, "flood", 2000)).as("half of 900").isEqualTo(450);
    assertThat(accepted(store, "another flood", 2000)).as("half of the rest").isEqualTo(225);
    assertThat(accepted(store, "third flood", 2000)).isEqualTo(113);
    assertThat(accepted(store, "client", 20)).isEqualTo(20);
    assertThatThrownBy(() -> isFirst(store, "flood", "one more"))
        .hasCauseInstanceOf(UndecidedException.class)
        .hasMessageContaining("1000 used proofs are left (maxProofs)");
  }

  /** Uses proofs of a client with a key, one after another, until one is refused. */
  private int proofsUntilRefused(ReplayStore store, String client, String thumbprint) {
    for (int i = 0; ; i++) {
      ReplayKey key = ReplayKey.of(thumbprint, Integer.toString(i), client);
      CompletableFuture<Answer> answer =
          store.remember(key, now.plus(WINDOW)).toCompletableFuture();
      if (answer.isCompletedExceptionally() || answer.join() != Answer.FIRST) {
        return i;
      }
    }
  }

  @Test
  @Tag("slow")
  @DisplayName("120: a thousand clients at their limits at the replay store")
  void leavesATenthToFirstProofs() {
    InMemoryReplayStore store = options().build();
    for (int flood = 0; flood < 1000; flood++) {
      proofsUntilRefused(store, "flood " + flood, "key " + flood);
    }

    assertThat(store.size()).isBetween(900_000, 901_000);
    int firsts = 0;
    for (int client = 0; client < 99_000; client++) {
      firsts += isFirst(store, "client " + client, "a") ? 1 : 0;
    }
    assertThat(firsts).isEqualTo(99_000);
  }

  @Test
  void isUndecidedWhenFullAndNeverForgetsAProofForAnother() {
    InMemoryReplayStore store = options().maxProofs(100).build();
    for (int client = 0; client < 100; client++) {
      assertThat(isFirst(store, "client " + client, "a")).isTrue();
    }

    assertThatThrownBy(() -> isFirst(store, "late", "a"))
        .hasCauseInstanceOf(UndecidedException.class);
    for (int client = 0; client < 100; client++) {
      assertThat(isFirst(store, "client " + client, "a")).isFalse();
    }
    assertThat(store.size()).isEqualTo(100);
    now = now.plus(WINDOW).plusSeconds(1);
    for (int client = 0; client < 100; client++) {
      assertThat(isFirst(store, "late " + client, "a")).as("in a place of the expired").isTrue();
    }
    assertThat(store.size()).isEqualTo(100);
  }

  @Test
  void takesThePlaceOfAnExpiredProofOfAnyClient() {
    // Each store has another secret, by which two clients rarely share a part.
    for (int i = 0; i < 10; i++) {
      InMemoryReplayStore store = options().maxProofs(1).build();
      assertThat(isFirst(store, "client", "a")).isTrue();
      now = now.plus(WINDOW).plusSeconds(1);
      assertThat(isFirst(store, "another", "a")).isTrue();
      assertThat(store.size()).isEqualTo(1);
    }
  }

  @Test
  void spreadsClientsSoThatFewMeetAtOneLock() {
    // Each store has another secret, by any of which it spreads clients, whose names are hashes.
    for (int i = 0; i < 20; i++) {
      InMemoryReplayStore store = options().build();
      for (int client = 0; client < 640; client++) {
        String hash = Sha256.base64url(new byte[] {(byte) (client >> 8), (byte) client});
        assertThat(isFirst(store, hash, "a")).isTrue();
      }
      // Parts begin small; one for all would have grown to 1024 proofs.
      assertThat(store.capacity()).isLessThan(2000);
    }
  }

  @Test
  @Timeout(60)
  void tellsOneOfSixteenThreadsThatItIsTheFirst() throws Exception {
    InMemoryReplayStore store = options().build();
    assertThat(store.capacity()).as("16 proofs in 64 parts").isEqualTo(64 * 16);
    int threads = 16;
    int proofs = 2000;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<boolean[]>> answers = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        answers.add(
            executor.submit(() -> {
              boolean[] first = new boolean[proofs];
              start.await();
              for (int proof = 0; proof < proofs; proof++) {
                first[proof] = isFirst(store, "client " + proof % 7, "proof " + proof);
              }
              return first;
            }));
      }
      int[] firsts = new int[proofs];
      for (Future<boolean[]> answer : answers) {
        boolean[] first = answer.get();
        for (int proof = 0; proof < proofs; proof++) {
          firsts[proof] += first[proof] ? 1 : 0;
        }
      }
      assertThat(firsts).containsOnly(1);
      assertThat(store.size()).isEqualTo(proofs);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void staysWithinItsBoundWhenThreadsRaceForTheLastPlaces() throws Exception {
    InMemoryReplayStore store = options().maxProofs(500).maxProofsPerClient(500).build();
    ExecutorService executor = Executors.newFixedThreadPool(16);
    try {
      List<Future<Integer>> accepted = new ArrayList<>();
      for (int thread = 0; thread < 16; thread++) {
        int number = thread;
        accepted.add(
            executor.submit(() -> {
              int sum = 0;
              for (int client = 0; client < 100; client++) {
                sum += accepted(store, "client " + number + " " + client, 1);
              }
              return sum;
            }));
      }
      int sum = 0;
      for (Future<Integer> answer : accepted) {
        sum += answer.get();
      }
      assertThat(sum).isEqualTo(store.size()).isLessThanOrEqualTo(500);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  @Tag("jdk-independent")
  void keepsItsMemoryFlatUnderProofsOfTenThousandClients() {
    InMemoryReplayStore store = options().build();
    int firsts = 0;
    int replays = 0;
    List<Integer> capacities = new ArrayList<>();

    for (int proof = 0; proof < 250_000; proof++) {
      if (proof % 1250 == 0) {
        now = now.plusSeconds(1);
      }
      firsts += isFirst(store, "client " + proof % 10_000, "proof " + proof) ? 1 : 0;
      if (proof % 10 == 9) {
        replays += isFirst(store, "client " + (proof - 4) % 10_000, "proof " + (proof - 4)) ? 1 : 0;
      }
      if (proof % 25_000 == 24_999) {
        capacities.add(store.capacity());
      }
    }

    assertThat(firsts).isEqualTo(250_000);
    assertThat(replays).isZero();
    assertThat(store.size()).isBetween(150_000, 152_500);
    // Full from 150,000 on, and then constant.
    assertThat(capacities.get(9)).isLessThanOrEqualTo(capacities.get(7));
    assertThat(capacities.get(9)).isLessThan(4 * 152_500);
    now = now.plus(WINDOW).plusSeconds(1);
    accepted(store, "last", 1000);
    assertThat(store.capacity()).as("given back").isLessThan(10_000);
  }

  @Test
  void namesWhatIsWrongWithItsConfiguration() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InMemoryReplayStore.builder().maxProofs(0))
        .withMessage("maxProofs: 0 is not between 1 and 100000000; choose a number in between");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InMemoryReplayStore.builder().maxProofsPerClient(100_000_001))
        .withMessageStartingWith("maxProofsPerClient: 100000001 is not between");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InMemoryReplayStore.builder().maxProofs(5).maxProofsPerClient(6).build())
        .withMessage("maxProofsPerClient: 6 is more than maxProofs, 5; choose at most that");
  }
}
