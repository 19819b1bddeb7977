// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.security.Provider;
import java.security.Security;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.token.UndecidedException;

/** The keys of one issuer, and failures of its key source. */
class IssuerKeysTest {

  private static final String ISSUER = "https://issuer.example";
  private static final JwkText EC = SigningKey.shared(ES256).jwk("ec");
  private static final JwkText ED = SigningKey.shared(ED25519).jwk("ed");
  private static final JwkText RSA = SigningKey.shared(RS256).jwk("rsa").with("alg", "RS256");

  /** No verifier for RSA. */
  private static final SignaturePolicy SUN_EC =
      SignaturePolicy.provider(Security.getProvider("SunEC"));

  private static JwkSet jwkSet(Object... jwks) {
    return JwkSet.parse(JwkText.set(jwks));
  }

  private static IssuerKeys keysOf(KeySource source) {
    return new IssuerKeys(ISSUER, source, SignaturePolicy.fastest());
  }

  private static List<SignatureVerifier> fitting(
      IssuerKeys keys, @Nullable String keyId, SignatureAlgorithm algorithm) {
    List<SignatureVerifier> atHand = keys.fitting(keyId, Set.of(algorithm));
    if (!atHand.isEmpty()) {
      return atHand;
    }
    KeySearch search = keys.search(keyId, Set.of(algorithm));
    for (Awaited<JwkSet> next = search.next(); next != null; next = search.next()) {
      search.found(next.await());
    }
    return search.fitting();
  }

  private static SignatureVerifier only(
      IssuerKeys keys, @Nullable String keyId, SignatureAlgorithm algorithm) {
    List<SignatureVerifier> fitting = fitting(keys, keyId, algorithm);
    assertThat(fitting).hasSize(1);
    return fitting.get(0);
  }

  /** A source whose sets come from {@code inForce} and {@code newer}. */
  private static KeySource source(Supplier<JwkSet> inForce, Supplier<JwkSet> newer) {
    return new KeySource() {
      @Override
      public JwkSet jwkSet() {
        return inForce.get();
      }

      @Override
      public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
        return CompletableFuture.completedStage(newer.get());
      }
    };
  }

  @Test
  void findsTheKeyThatATokenNamesOrTheOnlyOneThatFits() {
    IssuerKeys keys = keysOf(KeySource.of(jwkSet(EC, ED, ED.with("kid", "ed-2"))));

    assertThat(only(keys, "ec", ES256).key().keyId()).isEqualTo("ec");
    assertThat(only(keys, null, ES256).key().keyId()).isEqualTo("ec");
    assertThat(fitting(keys, "EC", ES256)).isEmpty();
    assertThat(fitting(keys, "ec", ED25519)).isEmpty();
    assertThat(fitting(keys, null, RS256)).isEmpty();
    assertThat(fitting(keys, null, ED25519)).hasSize(2);
  }

  @Test
  void asksForNewerKeysAtMostTwice() {
    JwkSet old = jwkSet(EC);
    for (int sets = 1; sets <= 3; sets++) {
      AtomicInteger asked = new AtomicInteger();
      List<JwkSet> newer = List.of(old, jwkSet(EC), jwkSet(EC, ED)).subList(3 - sets, 3);
      IssuerKeys keys = keysOf(source(() -> old, () -> newer.get(asked.getAndIncrement())));

      if (sets == 3) {
        // The set that was seen already: there is nothing newer.
        assertThat(fitting(keys, "ed", ED25519)).isEmpty();
        assertThat(asked).hasValue(1);
      } else {
        assertThat(only(keys, "ed", ED25519).key().keyId()).isEqualTo("ed");
        assertThat(asked).hasValue(sets);
      }
    }
  }

  /** The first set is not newer than any. */
  @Test
  void asksForNewerKeysAtMostTwiceHoweverManyThereAre() {
    AtomicInteger asked = new AtomicInteger();
    Supplier<JwkSet> another =
        () -> {
          asked.incrementAndGet();
          return jwkSet(EC);
        };
    JwkSet old = jwkSet(EC);

    assertThat(fitting(keysOf(source(() -> old, another)), "ed", ED25519)).isEmpty();
    assertThat(asked).hasValue(2);
    assertThat(fitting(keysOf(source(() -> null, another)), "ed", ED25519)).isEmpty();
    assertThat(asked).hasValue(2 + 3);
  }

  /** A source whose callers have to wait for {@code newer}. */
  private static KeySource slow(
      @Nullable JwkSet inForce, Supplier<CompletionStage<JwkSet>> newer, Duration timeout) {
    return new KeySource() {
      @Override
      public @Nullable JwkSet jwkSet() {
        return inForce;
      }

      @Override
      public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
        return newer.get();
      }

      @Override
      public Duration timeout() {
        return timeout;
      }
    };
  }

  /** What is in force, and what is there after each refresh; a refresh beyond them hangs. */
  private static KeySource hanging(@Nullable JwkSet inForce, JwkSet... refreshed) {
    Deque<JwkSet> answers = new ArrayDeque<>(List.of(refreshed));
    return slow(
        inForce,
        () ->
            answers.isEmpty()
                ? new CompletableFuture<>()
                : CompletableFuture.completedStage(answers.poll()),
        Duration.ofMillis(50));
  }

  @Test
  void isUndecidedIfTheSourceHasNotAnsweredAtAll() {
    for (JwkSet inForce : new JwkSet[] {null, jwkSet(EC)}) {
      assertThatThrownBy(() -> fitting(keysOf(hanging(inForce)), "ed", ED25519))
          .isInstanceOf(UndecidedException.class)
          .hasMessage("the key source of " + ISSUER + " has not answered in time");
    }
  }

  @Test
  void decidesByTheSetOfTheFirstRefreshIfASecondTakesTooLong() {
    assertThat(fitting(keysOf(hanging(null, jwkSet(EC))), "ed", ED25519)).isEmpty();
    assertThat(fitting(keysOf(hanging(jwkSet(EC), jwkSet(EC))), "ed", ED25519)).isEmpty();
  }

  @Test
  void keepsTheVerifierOfAKeyAsLongAsItIsInForce() {
    AtomicReference<JwkSet> inForce = new AtomicReference<>(jwkSet(EC, ED));
    IssuerKeys keys = keysOf(inForce::get);
    SignatureVerifier verifier = only(keys, "ec", ES256);

    inForce.set(jwkSet(EC));
    assertThat(keys.atHand().contains(verifier)).isTrue();
    assertThat(only(keys, "ec", ES256)).isSameAs(verifier);
    inForce.set(jwkSet(ED));
    assertThat(keys.atHand().contains(verifier)).isFalse();
  }

  @Test
  void takesFailuresOfTheSourceForMissingKeys() {
    Throwable cause = new IllegalStateException("disk");
    RuntimeException[] failures = {
      new IllegalArgumentException("boom"),
      new KeySourceException("no keys of " + ISSUER, cause),
      new UndecidedException("sealed", cause)
    };
    for (RuntimeException failure : failures) {
      Supplier<JwkSet> failing =
          () -> {
            throw failure;
          };
      IssuerKeys neverAny = keysOf(source(failing, failing));
      IssuerKeys nothingNewer = keysOf(source(() -> jwkSet(EC), failing));
      for (UndecidedException unavailable :
          List.of(
              catchThrowableOfType(UndecidedException.class, () -> only(neverAny, "ec", ES256)),
              catchThrowableOfType(UndecidedException.class, () -> only(nothingNewer, "x", ES256)),
              neverAny.await().orElseThrow())) {
        if (failure == failures[0]) {
          assertThat(unavailable).hasMessage("the key source of " + ISSUER + " failed");
          assertThat(unavailable).hasCause(failure);
        } else {
          assertThat(unavailable).hasMessage(failure.getMessage()).hasCause(cause);
        }
      }
      assertThat(nothingNewer.await()).isEmpty();
    }
  }

  @Test
  void takesNullOfTheSourceForMissingKeys() {
    IssuerKeys neverAny = keysOf(source(() -> null, () -> null));
    IssuerKeys nothingNewer = keysOf(source(() -> jwkSet(EC), () -> null));

    assertThatThrownBy(() -> only(neverAny, "ec", ES256))
        .isInstanceOf(UndecidedException.class)
        .hasMessage("the key source of " + ISSUER + " failed");
    assertThatThrownBy(() -> only(nothingNewer, "x", ES256)).isInstanceOf(UndecidedException.class);
    assertThat(only(nothingNewer, "ec", ES256)).isNotNull();
  }

  @Test
  void letsErrorsOfTheSourcePassExceptWhereItWaitsForTheFirstKeys() {
    Error error = new StackOverflowError("injected");
    IssuerKeys keys =
        keysOf(() -> {
          throw error;
        });

    assertThatThrownBy(() -> only(keys, "ec", ES256)).isSameAs(error);
    assertThat(keys.await().orElseThrow()).hasCause(error);
  }

  /** A source that fails in everything besides its keys. */
  private static final class Brittle implements KeySource {

    private final @Nullable KeySourceHealth health;

    Brittle(@Nullable KeySourceHealth health) {
      this.health = health;
    }

    @Override
    public JwkSet jwkSet() {
      return IssuerKeysTest.jwkSet(EC);
    }

    @Override
    public @Nullable KeySourceHealth health() {
      return health;
    }

    @Override
    public void close() {
      throw new IllegalStateException("no close");
    }
  }

  @Test
  void survivesSourceThatFailsInEverythingBesidesItsKeys() {
    try (CapturedLog log = new CapturedLog()) {
      IssuerKeys keys = keysOf(new Brittle(null));

      assertThat(only(keys, "ec", ES256)).isNotNull();
      assertThat(keys.health().state()).isEqualTo(KeySourceHealth.State.UNAVAILABLE);
      assertThat(keys.health().lastError()).contains("health");
      keys.close();
      IssuerKeys without =
          keysOf(() -> {
            throw new IllegalStateException("no refresh");
          });
      without.refreshIfDue();

      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("the key source of " + ISSUER + " could not be closed", "no close");
      assertThat(log.text()).contains("no refresh");
    }
  }

  @Test
  void asksAClosedSourceForNoRefresh() {
    IssuerKeys keys =
        keysOf(
            source(
                () -> null,
                () -> {
                  throw new AssertionError("asked");
                }));
    keys.close();

    assertThat(keys.await())
        .hasValueSatisfying(
            e -> assertThat(e).hasMessage("the key source of " + ISSUER + " is closed"));
  }

  @Test
  void waitsForKeysThatAreNotAtHand() {
    IssuerKeys late = keysOf(source(() -> null, () -> jwkSet(EC)));
    assertThat(late.await()).isEmpty();
    assertThat(late.hadKeys()).isTrue();
    IssuerKeys never = keysOf(source(() -> null, () -> null));
    assertThat(never.await()).isPresent();
    assertThat(never.hadKeys()).isFalse();
  }

  @Test
  void isUndecidedWithoutAPositiveAnswerHowLongToWait() {
    KeySource timeless =
        new KeySource() {
          @Override
          public @Nullable JwkSet jwkSet() {
            return null;
          }

          @Override
          public @Nullable Duration timeout() {
            return null;
          }
        };
    assertThatThrownBy(() -> only(keysOf(timeless), "ec", ES256))
        .isInstanceOf(UndecidedException.class)
        .hasMessage("the key source of " + ISSUER + " failed");
  }

  @Test
  void logsWhatASourceFailsWith() {
    IllegalStateException failure = new IllegalStateException("no such secret");
    List<KeySource> failing =
        List.of(
            source(
                () -> {
                  throw failure;
                },
                () -> null),
            source(
                () -> null,
                () -> {
                  throw failure;
                }),
            slow(null, () -> CompletableFuture.failedFuture(failure), Duration.ofMinutes(1)));
    for (KeySource source : failing) {
      IssuerKeys keys = keysOf(source);
      try (CapturedLog log = new CapturedLog()) {
        for (int i = 0; i < 3; i++) {
          assertThatThrownBy(() -> only(keys, "ec", ES256)).hasCause(failure);
        }
        assertThat(log.lines(Level.WARNING))
            .singleElement()
            .asString()
            .contains(
                "the key source of " + ISSUER + " failed; its tokens are undecided",
                "IllegalStateException: no such secret");
      }
    }
  }

  /** Such failures are for those that wait, and sources report them to others themselves. */
  @Test
  void logsNothingOfAFailureThatASourceTellsItself() {
    List<Throwable> told =
        List.of(
            new UndecidedException("try later", null),
            new KeySourceException("no keys", null),
            new TimeoutException());
    try (CapturedLog log = new CapturedLog()) {
      for (Throwable failure : told) {
        IssuerKeys keys =
            keysOf(
                slow(null, () -> CompletableFuture.failedFuture(failure), Duration.ofMinutes(1)));
        assertThatThrownBy(() -> only(keys, "ec", ES256)).isInstanceOf(UndecidedException.class);
      }
      Thread.currentThread().interrupt();
      assertThatThrownBy(() ->
              only(keysOf(slow(null, CompletableFuture::new, Duration.ofMinutes(1))), "ec", ES256))
          .isInstanceOf(UndecidedException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(log.lines(Level.WARNING)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("longTimes")
  void waitsHoweverLongTheSourceMayTake(Duration longest) {
    CompletableFuture<JwkSet> answer = new CompletableFuture<>();
    Awaited<JwkSet> keys =
        Objects.requireNonNull(
            keysOf(slow(null, () -> answer, longest)).search("ec", Set.of(ES256)).next(), "keys");
    CountDownLatch over = new CountDownLatch(1);
    keys.whenOver(0, over::countDown);
    assertThat(keys.isAtHand()).isFalse();

    JwkSet set = jwkSet(EC);
    // Long enough for a timer that has already expired.
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS)
        .execute(() -> answer.complete(set));
    assertThat(keys.await()).isSameAs(set);
    awaitEnd(over);
  }

  static Stream<Duration> longTimes() {
    return Stream.of(
        Duration.ofDays(1), Duration.ofNanos(Long.MAX_VALUE), ChronoUnit.FOREVER.getDuration());
  }

  @Test
  void hasNoTablesBeforeTheFirstToken() {
    IssuerKeys keys = keysOf(KeySource.of(jwkSet(EC)));

    assertThat(keys.tables()).isEqualTo(new KeyTables(0, 0, 0, null));
    only(keys, "ec", ES256);
    assertThat(keys.tables()).isEqualTo(new KeyTables(0, 0, 0, null));
  }

  @Test
  void logsKeysThatThePolicyRefusesOnceForTheSameKeys() {
    AtomicReference<JwkSet> inForce = new AtomicReference<>(jwkSet(RSA, EC));
    IssuerKeys keys = new IssuerKeys(ISSUER, inForce::get, SUN_EC);
    try (CapturedLog log = new CapturedLog()) {
      for (int i = 0; i < 3; i++) {
        assertThat(only(keys, "ec", ES256)).isNotNull();
        assertThat(fitting(keys, "rsa", RS256)).isEmpty();
      }
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains(ISSUER, "rsa", "SunEC");

      // As from a server whose document has not changed.
      inForce.set(jwkSet(RSA, EC));
      assertThat(only(keys, "ec", ES256)).isNotNull();
      assertThat(log.lines(Level.WARNING)).hasSize(1);

      inForce.set(jwkSet(RSA, EC, ED));
      only(keys, "ec", ES256);
      only(keys, "ec", ES256);
      assertThat(log.lines(Level.WARNING)).hasSize(2);
    }
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void publishesItsVerifiersBeforeItLogs() throws Exception {
    IssuerKeys keys = new IssuerKeys(ISSUER, KeySource.of(jwkSet(RSA, EC)), SUN_EC);
    CountDownLatch logging = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Handler blocking =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            logging.countDown();
            awaitEnd(end);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(TokenValidator.class.getName());
    logger.addHandler(blocking);
    // Not the common pool, which may have a single thread.
    Executor thread = task -> new Thread(task).start();
    try {
      CompletableFuture<SignatureVerifier> first =
          CompletableFuture.supplyAsync(() -> only(keys, "ec", ES256), thread);
      logging.await();

      SignatureVerifier verifier =
          CompletableFuture.supplyAsync(() -> only(keys, "ec", ES256), thread).get();

      assertThat(first).isNotDone();
      end.countDown();
      assertThat(first.get()).isSameAs(verifier);
    } finally {
      end.countDown();
      logger.removeHandler(blocking);
    }
  }

  private static void awaitEnd(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The provider of the elliptic curves, which does something else first when it is asked. */
  private static final class Interrupting extends Provider {

    private static final long serialVersionUID = 1L;

    private final transient Provider sunEc = Security.getProvider("SunEC");
    private final transient Deque<Runnable> interruptions = new ArrayDeque<>();

    Interrupting() {
      super("Interrupting", "1", "as SunEC");
    }

    @Override
    public @Nullable Service getService(String type, String algorithm) {
      Runnable interruption = interruptions.poll();
      if (interruption != null) {
        interruption.run();
      }
      return sunEc.getService(type, algorithm);
    }
  }

  /** What another thread does is done here in the middle of the first one's work. */
  @Test
  void usesTheVerifiersOfTheThreadThatPublishesFirst() {
    Interrupting provider = new Interrupting();
    IssuerKeys keys =
        new IssuerKeys(ISSUER, KeySource.of(jwkSet(EC)), SignaturePolicy.provider(provider));
    AtomicReference<SignatureVerifier> ofOther = new AtomicReference<>();
    provider.interruptions.add(() -> ofOther.set(only(keys, "ec", ES256)));

    assertThat(only(keys, "ec", ES256)).isNotNull().isSameAs(ofOther.get());
    assertThat(keys.atHand().contains(ofOther.get())).isTrue();
  }

  @Test
  void leavesTheVerifiersOfAnotherSetThatIsPublishedFirst() {
    Interrupting provider = new Interrupting();
    AtomicReference<JwkSet> inForce = new AtomicReference<>(jwkSet(EC));
    IssuerKeys keys = new IssuerKeys(ISSUER, inForce::get, SignaturePolicy.provider(provider));
    AtomicReference<SignatureVerifier> ofOther = new AtomicReference<>();
    provider.interruptions.add(() -> {
      inForce.set(jwkSet(EC, ED));
      ofOther.set(only(keys, "ec", ES256));
    });

    SignatureVerifier ofOlderSet = only(keys, "ec", ES256);
    assertThat(ofOlderSet.key()).isEqualTo(ofOther.get().key());
    assertThat(only(keys, "ec", ES256)).isSameAs(ofOther.get());
    assertThat(keys.atHand().contains(ofOlderSet)).isFalse();
  }
}
