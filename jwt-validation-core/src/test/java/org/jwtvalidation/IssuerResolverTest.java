// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.internal.keys.Continuations;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class IssuerResolverTest {

  private static final String FIRST = "https://first.example";
  private static final String SECOND = "https://second.example";

  private final SettableClock clock = new SettableClock(Scene.NOW);
  private final Map<String, Tenant> tenants = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> questions = new ConcurrentHashMap<>();
  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @AfterEach
  void endTest() {
    testIsOver.countDown();
  }

  /** An issuer with keys in memory, and how often its sources were closed. */
  private final class Tenant {

    private final TestIssuer issuer;
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    Tenant(String name) {
      issuer = TestIssuer.offline(name);
      issuer.key(ES256);
      tenants.put(name, this);
    }

    IssuerConfig config() {
      opened.incrementAndGet();
      JwkSet keys = issuer.jwkSet();
      return IssuerConfig.builder(issuer.issuer())
          .audience(Scene.AUDIENCE)
          .keySource(
              new KeySource() {
                @Override
                public JwkSet jwkSet() {
                  if (closed.get() == opened.get()) {
                    throw new KeySourceException("closed", null);
                  }
                  return keys;
                }

                @Override
                public void close() {
                  closed.incrementAndGet();
                }
              })
          .build();
    }

    String token() {
      return issuer.token().at(clock).compact();
    }
  }

  private @Nullable IssuerConfig resolve(String issuer) {
    questions.computeIfAbsent(issuer, name -> new AtomicInteger()).incrementAndGet();
    Tenant tenant = tenants.get(issuer);
    return tenant == null ? null : tenant.config();
  }

  private int questions(String issuer) {
    return questions.getOrDefault(issuer, new AtomicInteger()).get();
  }

  private TokenValidator.Builder builder() {
    return TokenValidator.builder().issuerResolver(this::resolve).clock(clock);
  }

  private static void assertUnknown(TokenValidator validator, String token) {
    assertRejected(
        validator, token, ValidationStep.ISSUER_CONFIG_RESOLUTION, Reason.ISSUER_UNKNOWN, "iss");
  }

  private static void assertUndecided(TokenValidator validator, String token, String why) {
    assertThat(validator.tryValidate(token))
        .isInstanceOfSatisfying(
            ValidationResult.Undecided.class,
            undecided -> assertThat(undecided.cause()).hasMessageContaining(why));
    assertThat(validator.tryValidateAsync(token).join())
        .isInstanceOf(ValidationResult.Undecided.class);
  }

  @Test
  void namesIssuersBesideThoseConfigured() {
    Scene scene = new Scene();
    Tenant first = new Tenant(FIRST);
    try (TokenValidator validator = builder().issuer(scene.config().build()).build()) {
      assertThat(assertAccepted(validator, first.token()).issuer()).isEqualTo(FIRST);
      assertAccepted(validator, scene.token().compact());
      assertThat(questions(FIRST)).isEqualTo(1);
      assertThat(questions(Scene.ISSUER)).isZero();
      assertThat(validator.keyHealth()).containsOnlyKeys(Scene.ISSUER);
      assertThat(validator.resolvedKeyHealth()).containsOnlyKeys(FIRST);
      assertThat(validator.resolvedKeyHealth().get(FIRST).isUsable()).isTrue();
      validator.warmUp();
    }
    assertThat(first.closed).hasValue(1);
  }

  @Test
  void isEnoughWithoutAnyIssuer() {
    new Tenant(FIRST);
    try (TokenValidator validator = builder().build()) {
      validator.warmUp();
      assertThat(validator.keyHealth()).isEmpty();
      assertAccepted(validator, tenants.get(FIRST).token());
    }
    try (TokenValidator none = new Scene().validator()) {
      assertThat(none.resolvedKeyHealth()).isEmpty();
      assertThat(none.forgetIssuer(FIRST)).isFalse();
    }
  }

  @Test
  @Row("106")
  void isAskedOnceForAnIssuerThatItRefuses() {
    Tenant stranger = new Tenant(FIRST);
    tenants.clear();
    try (TokenValidator validator = builder().build()) {
      for (int i = 0; i < 20; i++) {
        assertUnknown(validator, stranger.token());
      }
      assertThat(questions(FIRST)).isEqualTo(1);

      tenants.put(FIRST, stranger);
      assertUnknown(validator, stranger.token());
      assertThat(validator.forgetIssuer(FIRST)).isFalse();
      assertAccepted(validator, stranger.token());
      assertThat(questions(FIRST)).isEqualTo(2);
    }
  }

  @Test
  void isNotAskedForIssuersOfAbsurdLength() {
    Tenant stranger = new Tenant(FIRST);
    try (TokenValidator validator = builder().build()) {
      String name = "https://" + "a".repeat(ResolvedIssuers.MAX_NAME_LENGTH);
      assertUnknown(validator, stranger.issuer.token().at(clock).claim("iss", name).compact());
      assertThat(questions).isEmpty();
    }
  }

  @Test
  void costsNoOtherIssuerAnythingWhenOneIsForgotten() {
    Tenant first = new Tenant(FIRST);
    Tenant second = new Tenant(SECOND);
    try (TokenValidator validator = builder().build()) {
      String tokenOfFirst = first.token();
      String tokenOfSecond = second.token();
      AccessToken ofSecond = validator.validate(tokenOfSecond);
      validator.validate(tokenOfFirst);

      tenants.remove(FIRST);
      assertAccepted(validator, tokenOfFirst);
      assertThat(validator.forgetIssuer(FIRST)).isTrue();
      assertThat(first.closed).hasValue(1);
      assertUnknown(validator, tokenOfFirst);

      assertThat(validator.validate(tokenOfSecond)).isSameAs(ofSecond);
      assertThat(second.opened).hasValue(1);
      assertThat(second.closed).hasValue(0);
    }
  }

  @Test
  void keepsAsManyAsItMayAndForgetsTheLeastRecentlyUsed() {
    Tenant first = new Tenant(FIRST);
    Tenant second = new Tenant(SECOND);
    Tenant third = new Tenant("https://third.example");
    try (TokenValidator validator = builder().maxResolvedIssuers(2).build()) {
      String token = first.token();
      validator.validate(token);
      clock.advance(Duration.ofMillis(1));
      validator.validate(second.token());
      clock.advance(Duration.ofMillis(1));
      validator.validate(token);
      clock.advance(Duration.ofMillis(1));
      validator.validate(third.token());

      assertThat(validator.resolvedKeyHealth()).containsOnlyKeys(FIRST, third.issuer.issuer());
      Patience.until(() -> second.closed.get() == 1);
      assertThat(first.closed).hasValue(0);
      assertAccepted(validator, second.token());
      assertThat(second.opened).hasValue(2);
      assertThat(validator.resolvedKeyHealth()).hasSize(2);
    }
    Patience.until(() -> second.closed.get() == 2);
  }

  /** The thread that answers may be interrupted between its answer and what it does after it. */
  @Test
  void asksAgainAfterAnAnswerThatHasLeftAlready() throws Exception {
    CompletableFuture<Void> mayAnswer = new CompletableFuture<>();
    ResolvedIssuers issuers =
        new ResolvedIssuers(
            name -> {
              mayAnswer.join();
              return new Tenant(name).config();
            },
            1,
            ResolvedIssuers.TIMEOUT,
            clock,
            SignaturePolicy.fastest(),
            new Monitors(List.of()));
    CompletableFuture<TrustedIssuer> answer = issuers.find(FIRST);
    CompletableFuture<TrustedIssuer> again =
        answer.thenCompose(issuer -> {
          issuer.trust().verified(clock.millis());
          clock.advance(Duration.ofMillis(1));
          await(issuers, SECOND).trust().verified(clock.millis());
          return issuers.find(FIRST);
        });
    mayAnswer.complete(null);

    assertThat(again.get()).isNotSameAs(answer.get());
    issuers.close();
  }

  @Test
  void knowsAnIssuerByAllItsNames() {
    Tenant first = new Tenant(FIRST);
    AtomicInteger asked = new AtomicInteger();
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(clock)
            .issuerResolver(issuer -> {
              asked.incrementAndGet();
              return IssuerConfig.builder(FIRST)
                  .issuerAliases("first.example")
                  .audience(Scene.AUDIENCE)
                  .keySource(KeySource.of(first.issuer.jwkSet()))
                  .build();
            })
            .build()) {
      assertAccepted(
          validator, first.issuer.token().at(clock).claim("iss", "first.example").compact());
      assertAccepted(validator, first.token());
      assertThat(asked).hasValue(1);
      assertThat(validator.forgetIssuer("first.example")).isTrue();
      assertThat(validator.resolvedKeyHealth()).isEmpty();
    }
  }

  private static final String OTHER_NAME = "first.example";

  private IssuerConfig ofTwoNames(Tenant tenant) {
    return ofTwoNames(KeySource.of(tenant.issuer.jwkSet()));
  }

  @Test
  @Row("116")
  void keepsOneEntryOfAnIssuerThatIsAskedForByTwoNamesAtOnce() {
    Tenant first = new Tenant(FIRST);
    CountDownLatch bothAsked = new CountDownLatch(2);
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(clock)
            .issuerResolver(issuer -> {
              bothAsked.countDown();
              await(bothAsked);
              return ofTwoNames(first);
            })
            .build()) {
      String token = first.token();
      String other = first.issuer.token().at(clock).claim("iss", OTHER_NAME).compact();
      CompletableFuture<AccessToken> one = Answers.future(validator, token);
      CompletableFuture<AccessToken> two = Answers.future(validator, other);
      assertThat(one.join().issuer()).isEqualTo(FIRST);
      assertThat(two.join().issuer()).isEqualTo(FIRST);
      assertThat(validator.resolvedKeyHealth()).hasSize(1);

      assertThat(validator.forgetIssuer(FIRST)).isTrue();
      assertThat(validator.forgetIssuer(OTHER_NAME)).isFalse();
      assertThat(validator.resolvedKeyHealth()).isEmpty();
      for (String cached : List.of(token, other)) {
        // Not from the cache: the issuer is asked for again.
        AccessToken again = validator.validate(cached);
        assertThat(again).isNotSameAs(one.join()).isNotSameAs(two.join());
      }
    }
  }

  @Test
  @Row("116")
  void staysForgottenWhateverNameIsBeingAskedFor() {
    Tenant first = new Tenant(FIRST);
    for (boolean isKept : new boolean[] {true, false}) {
      CountDownLatch asked = new CountDownLatch(1);
      CountDownLatch answer = new CountDownLatch(1);
      AtomicInteger ofOther = new AtomicInteger();
      try (ResolvedIssuers issuers =
          resolved(
              issuer -> {
                IssuerConfig before =
                    issuer.equals(OTHER_NAME) ? ofTwoNames(first) : first.config();
                if (issuer.equals(OTHER_NAME) && ofOther.incrementAndGet() == 1) {
                  asked.countDown();
                  await(answer);
                }
                return before;
              },
              Patience.LONG)) {
        if (isKept) {
          assertThat(await(issuers, FIRST)).isNotNull();
        }
        CompletableFuture<TrustedIssuer> other = issuers.find(OTHER_NAME);
        await(asked);
        assertThat(issuers.forget(FIRST)).isEqualTo(isKept);
        answer.countDown();

        assertThat(other)
            .failsWithin(Patience.LONG)
            .withThrowableOfType(ExecutionException.class)
            .withMessageContaining("forgotten");
        assertThat(issuers.keyHealth()).isEmpty();
        assertThat(await(issuers, OTHER_NAME)).isNotNull();
      }
    }
  }

  private IssuerConfig ofTwoNames(KeySource source) {
    return IssuerConfig.builder(FIRST)
        .issuerAliases(OTHER_NAME)
        .audience(Scene.AUDIENCE)
        .keySource(source)
        .build();
  }

  /** The issuer with this name, for which this thread waits. */
  private static @Nullable TrustedIssuer await(ResolvedIssuers issuers, String name) {
    return issuers.find(name, new Continuations()).await();
  }

  /** A key source that counts how often it is closed. */
  private static KeySource counted(JwkSet keys, AtomicInteger closed) {
    return new KeySource() {
      @Override
      public JwkSet jwkSet() {
        return keys;
      }

      @Override
      public void close() {
        closed.incrementAndGet();
      }
    };
  }

  @Test
  @Row("116")
  void closesTheKeysOfTheEntryThatIsNotKeptUnlessTheOtherHasThem() {
    JwkSet keys = new Tenant(FIRST).issuer.jwkSet();
    for (boolean isShared : new boolean[] {false, true}) {
      AtomicInteger closed = new AtomicInteger();
      CountDownLatch bothAsked = new CountDownLatch(2);
      KeySource shared = counted(keys, closed);
      try (ResolvedIssuers issuers =
          resolved(
              issuer -> {
                bothAsked.countDown();
                await(bothAsked);
                return ofTwoNames(isShared ? shared : counted(keys, closed));
              },
              Patience.LONG)) {
        CompletableFuture<TrustedIssuer> one = issuers.find(FIRST);
        CompletableFuture<TrustedIssuer> two = issuers.find(OTHER_NAME);
        assertThat(one.join()).isSameAs(two.join());
        int expected = isShared ? 0 : 1;
        Patience.until(() -> closed.get() == expected);
      }
      assertThat(closed).hasValue(isShared ? 1 : 2);
    }
  }

  /** Such a source belongs to the validator from then on, so it cannot be claimed twice. */
  @Test
  void keepsOneConfigurationThatIsTheAnswerToTwoNamesAtOnce() {
    Tenant first = new Tenant(FIRST);
    CountDownLatch bothAsked = new CountDownLatch(2);
    IssuerConfig only =
        ofTwoNames(
            KeySource.polling("tenant", Duration.ofMinutes(10), () -> first.issuer.jwkSet()));
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator =
            TokenValidator.builder()
                .clock(clock)
                .issuerResolver(issuer -> {
                  bothAsked.countDown();
                  await(bothAsked);
                  return only;
                })
                .build()) {
      CompletableFuture<AccessToken> one = Answers.future(validator, first.token());
      CompletableFuture<AccessToken> two =
          Answers.future(
              validator, first.issuer.token().at(clock).claim("iss", OTHER_NAME).compact());
      assertThat(one.join().issuer()).isEqualTo(FIRST);
      assertThat(two.join().issuer()).isEqualTo(FIRST);
      assertThat(log.lines(Level.WARNING)).isEmpty();
    }
  }

  @Test
  void keepsOtherIssuersWhileTheKeySourceOfOneBlocks() {
    Tenant first = new Tenant(FIRST);
    Tenant second = new Tenant(SECOND);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    KeySource blocking =
        new KeySource() {
          @Override
          public JwkSet jwkSet() {
            return first.issuer.jwkSet();
          }

          @Override
          public void onRefresh(Consumer<KeyRefreshReport> told) {
            entered.countDown();
            await(released);
          }
        };
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(clock)
            .issuerResolver(issuer -> issuer.equals(FIRST) ? ofTwoNames(blocking) : second.config())
            .build()) {
      CompletableFuture<AccessToken> waiting = Answers.future(validator, first.token());
      await(entered);
      assertAccepted(validator, second.token());
      released.countDown();
      assertThat(waiting.join().issuer()).isEqualTo(FIRST);
    } finally {
      released.countDown();
    }
  }

  /** Its key source was closed. */
  @Test
  void logsThatAConfigurationCannotBeUsedAgain() {
    Tenant first = new Tenant(FIRST);
    IssuerConfig only =
        ofTwoNames(
            KeySource.polling("tenant", Duration.ofMinutes(10), () -> first.issuer.jwkSet()));
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator =
            TokenValidator.builder().clock(clock).issuerResolver(issuer -> only).build()) {
      String token = first.token();
      assertAccepted(validator, token);
      assertThat(validator.forgetIssuer(FIRST)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertUndecided(validator, token, "the answer of the issuer resolver cannot be used");
      }
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains(
              "the answer of the issuer resolver cannot be used; tokens of the issuer are undecided",
              "that of tenant already belongs to a validator",
              "make a source for each validator");
      assertThat(log.text()).doesNotContain(token);
    }
  }

  /** The configuration of a tenant may change without notice between two questions. */
  @Test
  @Row("116")
  void replacesAnEntryThatSharesANameWithANewerOne() {
    JwkSet keys = new Tenant(FIRST).issuer.jwkSet();
    AtomicInteger closed = new AtomicInteger();
    try (ResolvedIssuers issuers =
        resolved(
            issuer ->
                issuer.equals(FIRST)
                    ? IssuerConfig.builder(FIRST)
                        .audience(Scene.AUDIENCE)
                        .keySource(counted(keys, closed))
                        .build()
                    : ofTwoNames(counted(keys, closed)),
            Patience.LONG)) {
      TrustedIssuer before = await(issuers, FIRST);
      TrustedIssuer after = await(issuers, OTHER_NAME);
      assertThat(await(issuers, FIRST)).isSameAs(after).isNotSameAs(before);
      assertThat(before.trust().lasts(0)).isFalse();
      Patience.until(() -> closed.get() == 1);
      assertThat(issuers.keyHealth()).hasSize(1);
      assertThat(issuers.forget(FIRST)).isTrue();
      assertThat(issuers.keyHealth()).isEmpty();
    }
  }

  @Test
  void isAskedOnceByManyThreads() throws Exception {
    Tenant first = new Tenant(FIRST);
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(clock)
            .issuerResolver(issuer -> {
              asked.incrementAndGet();
              await(answer);
              return first.config();
            })
            .build()) {
      List<String> tokens = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        tokens.add(first.issuer.token().at(clock).claim("jti", "t" + i).compact());
      }
      List<CompletableFuture<AccessToken>> callers = new ArrayList<>();
      for (String token : tokens) {
        CompletableFuture<AccessToken> waits = new CompletableFuture<>();
        new Thread(() -> waits.complete(validator.validate(token))).start();
        callers.add(waits);
        callers.add(Answers.future(validator, token));
      }
      answer.countDown();
      for (CompletableFuture<AccessToken> caller : callers) {
        assertThat(caller.join().issuer()).isEqualTo(FIRST);
      }
      assertThat(asked).hasValue(1);
      assertThat(first.opened).hasValue(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void leavesTokensUndecidedWhereItFails() {
    Tenant first = new Tenant(FIRST);
    Map<String, IssuerResolver> failing =
        Map.of(
            "failed",
            issuer -> {
              throw new IllegalStateException("the database is away");
            },
            "failed ",
            issuer -> {
              throw new StackOverflowError();
            });
    failing.forEach((why, resolver) -> {
      try (TokenValidator validator =
          TokenValidator.builder().clock(clock).issuerResolver(resolver).build()) {
        assertUndecided(validator, first.token(), why.strip());
        assertThat(validator.resolvedKeyHealth()).isEmpty();
      }
    });
  }

  /** For example in lower case: the name is compared exactly (RFC 7519 section 4.1.1). */
  @Test
  void isTakenToRefuseAnIssuerWhereItAnswersWithAnother() {
    Tenant first = new Tenant(FIRST);
    Tenant second = new Tenant(SECOND);
    IssuerConfig template =
        IssuerConfig.template("https://first.example/{tenant}")
            .tenants("a")
            .audience("b")
            .keySource(KeySource.of(first.issuer.jwkSet()))
            .build();
    for (IssuerConfig other : List.of(second.config(), template)) {
      AtomicInteger asked = new AtomicInteger();
      try (CapturedLog log = new CapturedLog();
          TokenValidator validator =
              TokenValidator.builder()
                  .clock(clock)
                  .issuerResolver(issuer -> {
                    asked.incrementAndGet();
                    return other;
                  })
                  .build()) {
        for (String spelling : List.of(FIRST, "https://FIRST.example", FIRST + "/{tenant}")) {
          String token = first.issuer.token().at(clock).claim("iss", spelling).compact();
          assertUnknown(validator, token);
          assertUnknown(validator, token);
        }
        assertThat(asked).hasValue(3);
        assertThat(validator.resolvedKeyHealth()).isEmpty();
        assertThat(log.text())
            .containsOnlyOnce("the configuration of " + other.issuer() + ", which is not")
            .doesNotContain("FIRST");
        assertThat(second.closed).as("it may be in use").hasValue(0);
      }
    }
  }

  private @Nullable IssuerConfig refuseAfterTheTest(String issuer) {
    await(testIsOver);
    return null;
  }

  private ResolvedIssuers resolved(IssuerResolver resolver, Duration timeout) {
    return new ResolvedIssuers(
        resolver, 10, timeout, clock, SignaturePolicy.fastest(), new Monitors(List.of()));
  }

  @Test
  void isUndecidedAfterTheTimeoutAndKeepsTheLateAnswer() {
    Tenant first = new Tenant(FIRST);
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    try (ResolvedIssuers resolved =
        resolved(
            issuer -> {
              asked.incrementAndGet();
              await(answer);
              return first.config();
            },
            Duration.ofMillis(50))) {
      for (int i = 0; i < 3; i++) {
        assertThatExceptionOfType(UndecidedException.class)
            .isThrownBy(() -> await(resolved, FIRST))
            .withMessage("the issuer resolver has not answered after 50 ms");
      }
      assertThat(asked).hasValue(1);
      answer.countDown();
      Patience.until(() -> resolved.keyHealth().containsKey(FIRST));
      assertThat(await(resolved, FIRST)).isNotNull();
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void refusesQuestionsBeyondItsBound() {
    try (ResolvedIssuers resolved = resolved(this::refuseAfterTheTest, Patience.LONG)) {
      int accepted = 0;
      CompletableFuture<?> last = new CompletableFuture<>();
      while (!last.isDone()) {
        last = resolved.find("https://issuer.example/" + accepted++);
      }
      assertThat(accepted).isBetween(ResolvedIssuers.MAX_QUESTIONS, 1100);
      assertThat(last)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withMessageContaining("too many questions");
      testIsOver.countDown();
    }
  }

  @Test
  void forgetsWhatWasUnderWay() {
    Tenant first = new Tenant(FIRST);
    CountDownLatch asked = new CountDownLatch(2);
    CountDownLatch answer = new CountDownLatch(1);
    try (ResolvedIssuers resolved =
        resolved(
            issuer -> {
              asked.countDown();
              await(answer);
              return issuer.equals(FIRST) ? first.config() : null;
            },
            Patience.LONG)) {
      CompletableFuture<@Nullable TrustedIssuer> accepted = resolved.find(FIRST);
      CompletableFuture<@Nullable TrustedIssuer> refused = resolved.find(SECOND);
      await(asked);
      assertThat(resolved.forget(FIRST)).isFalse();
      assertThat(resolved.forget(SECOND)).isFalse();
      answer.countDown();
      assertThat(accepted)
          .failsWithin(Patience.LONG)
          .withThrowableThat()
          .withMessageContaining("was forgotten");
      Patience.until(() -> first.closed.get() == 1);
      assertThat(refused.join()).isNull();
      assertThat(resolved.find(SECOND).join()).isNull();
      assertThat(await(resolved, FIRST)).isNotNull();
    }
  }

  @Test
  void keepsNothingOnceClosed() {
    Tenant first = new Tenant(FIRST);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    ResolvedIssuers resolved =
        resolved(
            issuer -> {
              asked.countDown();
              await(answer);
              return first.config();
            },
            Patience.LONG);
    CompletableFuture<TrustedIssuer> waits = resolved.find(FIRST);
    await(asked);
    resolved.close();
    for (CompletableFuture<TrustedIssuer> each : List.of(waits, resolved.find(SECOND))) {
      assertThat(each)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withMessageContaining("the validator is closed");
    }
    answer.countDown();
    Patience.until(() -> first.closed.get() == 1);
    assertThat(resolved.keyHealth()).isEmpty();
  }

  @Test
  void keepsTheInterruptOfACallerThatWaits() {
    try (ResolvedIssuers resolved = resolved(this::refuseAfterTheTest, Patience.LONG)) {
      Thread.currentThread().interrupt();
      assertThatExceptionOfType(UndecidedException.class)
          .isThrownBy(() -> await(resolved, FIRST))
          .withCauseInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void gathersNoMoreThanItsBound() {
    for (int wrong : new int[] {0, -1, 100_001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TokenValidator.builder().maxResolvedIssuers(wrong))
          .withMessageContaining("maxResolvedIssuers: " + wrong);
    }
    assertThatNoException()
        .isThrownBy(
            () -> TokenValidator.builder().maxResolvedIssuers(1).maxResolvedIssuers(100_000));
  }
}
