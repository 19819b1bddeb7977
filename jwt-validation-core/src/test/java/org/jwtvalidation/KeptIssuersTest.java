// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.UndecidedException;

@Timeout(60)
class KeptIssuersTest {

  private static final JwkSet KEYS = new Scene().issuer.jwkSet();

  private final SettableClock clock = new SettableClock(Scene.NOW);
  private final long[] nanoTime = {Long.MAX_VALUE - 5};
  private final List<String> closed = new CopyOnWriteArrayList<>();

  /** Runs when the key source of a configuration is claimed. */
  private volatile Runnable whenClaimed = () -> {};

  private KeptIssuers kept(int capacity) {
    return new KeptIssuers(
        capacity, clock, SignaturePolicy.fastest(), new Monitors(List.of()), () -> nanoTime[0]);
  }

  private IssuerConfig config(String name, String... otherNames) {
    return config(() -> {}, name, otherNames);
  }

  private IssuerConfig config(Runnable beforeClosed, String name, String... otherNames) {
    return IssuerConfig.builder(name)
        .issuerAliases(otherNames)
        .audience(Scene.AUDIENCE)
        .keySource(
            new KeySource() {
              @Override
              public JwkSet jwkSet() {
                return KEYS;
              }

              @Override
              public void onRefresh(Consumer<KeyRefreshReport> listener) {
                whenClaimed.run();
              }

              @Override
              public void close() {
                beforeClosed.run();
                closed.add(name);
              }
            })
        .build();
  }

  private TrustedIssuer keep(KeptIssuers kept, String name, String... otherNames) {
    return kept.keep(config(name, otherNames), name, names -> false);
  }

  private void verify(TrustedIssuer issuer) {
    issuer.trust().verified(clock.millis());
    clock.advance(Duration.ofMillis(1));
  }

  private Set<String> names(KeptIssuers kept) {
    return kept.keyHealth().keySet();
  }

  @Test
  void givesFreePlacesToIssuersOnTrial() {
    try (KeptIssuers kept = kept(1000)) {
      for (int i = 0; i < 1000; i++) {
        keep(kept, "https://issuer.example/" + i);
      }
      assertThat(closed).isEmpty();
      keep(kept, "https://last.example");
      Patience.until(() -> closed.equals(List.of("https://issuer.example/0")));
    }
    assertThat(closed).hasSize(1001);
  }

  @Test
  void pushesOutAnIssuerOnTrialForAnotherAndNeverOneInUse() {
    try (KeptIssuers kept = kept(2)) {
      verify(keep(kept, "a"));
      verify(keep(kept, "b"));
      keep(kept, "c");
      keep(kept, "d");
      assertThat(names(kept)).containsExactlyInAnyOrder("a", "b", "c", "d");
      keep(kept, "e");
      Patience.until(() -> closed.equals(List.of("c")));
      assertThat(names(kept)).containsExactlyInAnyOrder("a", "b", "d", "e");
    }
  }

  /** One whose keys are on their way may yet prove true. */
  @Test
  void pushesOutAnIssuerWhoseKeysVerifiedNothingBeforeOneWithoutKeys() {
    try (KeptIssuers kept = kept(2)) {
      keep(kept, "waits");
      keep(kept, "failed").keys().atHand();
      keep(kept, "new");
      Patience.until(() -> closed.equals(List.of("failed")));
      keep(kept, "newer");
      Patience.until(() -> closed.equals(List.of("failed", "waits")));
    }
  }

  @Test
  void letsTheLeastRecentlyUsedGoWhenTheTrialOfAnotherEnds() {
    try (KeptIssuers kept = kept(2)) {
      TrustedIssuer a = keep(kept, "a");
      TrustedIssuer b = keep(kept, "b");
      verify(a);
      verify(b);
      verify(a);
      TrustedIssuer c = keep(kept, "c");
      verify(c);
      Patience.until(() -> closed.equals(List.of("b")));
      assertThat(names(kept)).containsExactlyInAnyOrder("a", "c");
      assertThat(b.trust().lasts(clock.millis())).isFalse();
      assertThat(kept.cooldown("b")).as("it was in use").isZero();

      // A cached token counts as a use, too.
      assertThat(a.trust().lasts(clock.millis())).isTrue();
      verify(keep(kept, "d"));
      Patience.until(() -> closed.equals(List.of("b", "c")));
    }
  }

  @Test
  void doesNotWaitForKeysThatTakeTheirTimeToClose() {
    CountDownLatch mayClose = new CountDownLatch(1);
    try (KeptIssuers kept = kept(1)) {
      verify(kept.keep(slow(mayClose), "slow", names -> false));
      verify(keep(kept, "other"));
      assertThat(closed).isEmpty();
      mayClose.countDown();
      Patience.until(() -> closed.equals(List.of("slow")));
    }
  }

  @Test
  void doesNotWaitForThemWhereItAnswers() {
    CountDownLatch mayClose = new CountDownLatch(1);
    try (KeptIssuers kept = kept(1)) {
      kept.keep(slow(mayClose), "slow", names -> false);
      assertThat(keep(kept, "other").name()).isEqualTo("other");
      assertThat(closed).isEmpty();
      mayClose.countDown();
      Patience.until(() -> closed.equals(List.of("slow")));
    }
  }

  private IssuerConfig slow(CountDownLatch mayClose) {
    return config(() -> await(mayClose), "slow");
  }

  @Test
  void letsAnIssuerComeBackAfterItsCooldown() {
    try (KeptIssuers kept = kept(1)) {
      keep(kept, "a", "also a");
      keep(kept, "b");
      for (String name : List.of("a", "also a")) {
        assertThat(kept.find(name)).isNull();
        assertThat(kept.cooldown(name)).isEqualTo(KeptIssuers.COOLDOWN);
      }
      assertThat(kept.cooldown("b")).isZero();
      nanoTime[0] += KeptIssuers.COOLDOWN.toNanos() - 1;
      assertThat(kept.cooldown("a")).isEqualTo(Duration.ofNanos(1));
      nanoTime[0]++;
      assertThat(kept.cooldown("a")).isZero();
    }
  }

  @Test
  void asksForNewerKeysOfAnIssuerOnTrialOnceInACooldown() {
    try (KeptIssuers kept = kept(2)) {
      TrustScope onTrial = keep(kept, "a").trust();
      TrustedIssuer inUse = keep(kept, "b");
      assertThat(onTrial.allowsRefresh()).isFalse();
      verify(inUse);
      assertThat(inUse.trust().allowsRefresh()).isTrue();
      nanoTime[0] += KeptIssuers.COOLDOWN.toNanos() - 1;
      assertThat(onTrial.allowsRefresh()).isFalse();
      nanoTime[0]++;
      assertThat(onTrial.allowsRefresh()).isTrue();
    }
  }

  @Test
  void endsTheCooldownOfAnIssuerThatIsForgottenOrWhoseTokenIsVerifiedAfterAll() {
    try (KeptIssuers kept = kept(1)) {
      TrustedIssuer a = keep(kept, "a");
      keep(kept, "b");
      assertThat(kept.cooldown("a")).isPositive();
      verify(a);
      assertThat(kept.cooldown("a")).isZero();
      assertThat(kept.find("a")).as("its keys are closed").isNull();

      keep(kept, "c");
      assertThat(kept.cooldown("b")).isPositive();
      List<Set<String>> forgotten = new ArrayList<>();
      assertThat(kept.forget("b", forgotten::add)).isFalse();
      assertThat(forgotten).containsExactly(Set.of("b"));
      assertThat(kept.cooldown("b")).isZero();
    }
  }

  /** As by a resolver that makes a configuration for each answer. */
  @Test
  void answersWithTheIssuerThatCameWhileTheKeysOfAnotherWereClaimed() {
    try (KeptIssuers kept = kept(2)) {
      List<TrustedIssuer> first = new ArrayList<>();
      whenClaimed =
          () -> {
            whenClaimed = () -> {};
            first.add(keep(kept, "a", "also a"));
            verify(first.get(0));
          };
      TrustedIssuer second = kept.keep(config("also a", "a"), "also a", names -> false);
      assertThat(second).isSameAs(first.get(0)).isSameAs(kept.find("a"));
      Patience.until(() -> closed.equals(List.of("also a")));
      assertThat(second.trust().lasts(clock.millis())).isTrue();
    }
    assertThat(closed).containsExactly("also a", "a");
  }

  @Test
  void keepsAnIssuerWhoseForerunnerWentWhileItsKeysWereClaimed() {
    try (KeptIssuers kept = kept(1)) {
      TrustedIssuer first = keep(kept, "a");
      whenClaimed =
          () -> {
            whenClaimed = () -> {};
            keep(kept, "b");
          };
      TrustedIssuer second = keep(kept, "a");
      assertThat(second).isNotSameAs(first).isSameAs(kept.find("a"));
      Patience.until(() -> closed.size() == 2);
    }
    assertThat(closed).containsExactlyInAnyOrder("a", "b", "a");
  }

  /** Its key source is being closed. */
  @Test
  void keepsNoIssuerWhoseKeySourceGoesWithItsForerunner() {
    try (KeptIssuers kept = kept(1)) {
      IssuerConfig config = config("a");
      kept.keep(config, "a", names -> false);
      assertThatExceptionOfType(UndecidedException.class)
          .isThrownBy(() ->
              kept.keep(
                  config,
                  "a",
                  names -> {
                    // The last moment in which another issuer can come.
                    keep(kept, "b");
                    return false;
                  }))
          .withMessageContaining("had to make room for others");
      assertThat(kept.find("a")).isNull();
      assertThat(kept.find("b")).isNotNull();
      Patience.until(() -> closed.equals(List.of("a")));
    }
    assertThat(closed).containsExactly("a", "b");
  }

  @Test
  void closesAKeySourceThatCannotBeClaimedUnlessItIsOfAnother() {
    try (KeptIssuers kept = kept(1)) {
      whenClaimed =
          () -> {
            throw new IllegalArgumentException("it belongs to a validator");
          };
      assertThatIllegalArgumentException().isThrownBy(() -> keep(kept, "of another"));
      whenClaimed =
          () -> {
            throw new NoClassDefFoundError("vault/Client");
          };
      assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> keep(kept, "a"));
      assertThat(kept.find("a")).isNull();
      Patience.until(() -> !closed.isEmpty());
    }
    assertThat(closed).containsExactly("a");
  }

  /** Of one key source, only one issuer has the keys at a time. */
  @Test
  void letsAnotherWithTheSameKeySourceWaitForTheClaim() throws Exception {
    CountDownLatch isClaimed = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger claims = new AtomicInteger();
    whenClaimed =
        () -> {
          claims.incrementAndGet();
          isClaimed.countDown();
          await(goOn);
        };
    try (KeptIssuers kept = kept(2)) {
      KeySource source = config("a").keySourceOrDiscovery();
      List<CompletableFuture<TrustedIssuer>> answers = new ArrayList<>();
      for (String name : List.of("a", "also a")) {
        IssuerConfig config =
            IssuerConfig.builder("a")
                .issuerAliases("also a")
                .audience(Scene.AUDIENCE)
                .keySource(source)
                .build();
        answers.add(
            CompletableFuture.supplyAsync(
                () -> kept.keep(config, name, names -> false), task -> new Thread(task).start()));
        isClaimed.await();
      }
      goOn.countDown();
      assertThat(answers.get(1).join()).isSameAs(answers.get(0).join());
      assertThat(claims).hasValue(1);
      assertThat(closed).isEmpty();
    }
    assertThat(closed).containsExactly("a");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
