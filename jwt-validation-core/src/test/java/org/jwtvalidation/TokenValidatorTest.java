// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

class TokenValidatorTest {

  private final Scene scene = new Scene();

  private static ValidationResult.Undecided<AccessToken> undecided(
      TokenValidator validator, String token) {
    ValidationResult<AccessToken> result = validator.tryValidate(token);
    assertThat(result).isInstanceOf(ValidationResult.Undecided.class);
    return (ValidationResult.Undecided<AccessToken>) result;
  }

  @Test
  void needsAnIssuer() {
    assertThatThrownBy(() -> TokenValidator.builder().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("issuer: none given; add at least one issuer, or an issuerResolver");
  }

  @Test
  void acceptsAnIssuerThatSpellsItsNameInTwoWays() {
    AtomicInteger asked = new AtomicInteger();
    KeySource keys = KeySource.of(JwkSet.parse(scene.issuer.jwkSetJson()));
    TokenValidator validator =
        scene.validator(config ->
            config
                .issuerAliases("issuer.example")
                .keySource(() -> {
                  asked.incrementAndGet();
                  return keys.jwkSet();
                }));

    AccessToken token = validator.validate(scene.token().claim("iss", "issuer.example").compact());
    assertThat(token.issuer()).isEqualTo(Scene.ISSUER);
    assertThat(token.claims().string("iss")).isEqualTo("issuer.example");
    assertAccepted(validator, scene.token().compact());
    assertRejected(
        validator,
        scene.token().claim("iss", "Issuer.example").compact(),
        ValidationStep.ISSUER_CONFIG_RESOLUTION,
        Reason.ISSUER_UNKNOWN,
        "iss");
    assertThat(validator.keyHealth()).containsOnlyKeys(Scene.ISSUER);
    assertThat(asked).hasPositiveValue();
  }

  @Test
  void refusesAnIssuerByTheNameOfAnother() {
    IssuerConfig other =
        new Scene("https://other.example").config().issuerAliases(Scene.ISSUER).build();
    for (List<IssuerConfig> configs :
        List.of(List.of(scene.config().build(), other), List.of(other, scene.config().build()))) {
      assertThatThrownBy(() -> scene.builder(configs.toArray(IssuerConfig[]::new)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("issuer: https://issuer.example is already configured; ");
    }
  }

  @Test
  void countsWhatTheCacheIsAsked() {
    TokenValidator validator = scene.builder(scene.config().build()).cacheSize(2).build();
    assertThat(validator.cacheStatistics())
        .usingRecursiveComparison()
        .isEqualTo(new CacheStatistics(0, 0, 0, 0));
    String token = scene.token().compact();
    validator.validate(token);
    validator.validate(token);
    validator.validate(token);
    validator.checkRefreshTokenFormat(token);
    assertThat(validator.cacheStatistics())
        .usingRecursiveComparison()
        .isEqualTo(new CacheStatistics(3, 2, 1, 0));

    for (int i = 0; i < 10; i++) {
      validator.validate(scene.token().claim("jti", "t" + i).compact());
    }
    assertThat(validator.cachedTokens()).isLessThanOrEqualTo(2);
    assertThat(validator.cacheStatistics().puts()).isEqualTo(11);
    assertThat(validator.cacheStatistics().evictions()).isBetween(9L, 11L);

    TokenValidator without = scene.builder(scene.config().build()).cacheSize(0).build();
    without.validate(token);
    assertThat(without.cacheStatistics())
        .hasToString("CacheStatistics[requests=0, hits=0, puts=0, evictions=0]");
    assertThat(without.cacheStatistics())
        .usingRecursiveComparison()
        .isEqualTo(new CacheStatistics(0, 0, 0, 0));
  }

  @Test
  void refusesTheSameIssuerTwice() {
    IssuerConfig config = scene.config().build();
    TokenValidator.Builder builder = TokenValidator.builder().issuer(config);

    assertThatThrownBy(() -> builder.issuer(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "issuer: https://issuer.example is already configured; configure each issuer once");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10_000_000})
  void takesCacheSizesAtTheEndsOfTheRange(int size) {
    TokenValidator validator = scene.builder(scene.config().build()).cacheSize(size).build();
    assertAccepted(validator, scene.token().compact());
    assertThat(validator.cachedTokens()).isEqualTo(Math.min(size, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, 10_000_001, Integer.MAX_VALUE})
  void refusesCacheSizeOutOfRange(int size) {
    assertThatThrownBy(() -> TokenValidator.builder().cacheSize(size))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "cacheSize: "
                + size
                + " is not between 0 and 10000000; choose a number in between, 0 for no cache");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 10_001, Integer.MAX_VALUE})
  void refusesMaxConcurrentVerificationsOutOfRange(int threads) {
    assertThatThrownBy(() -> TokenValidator.builder().maxConcurrentVerifications(threads))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "maxConcurrentVerifications: "
                + threads
                + " is not between 1 and 10000; choose about twice the number of processors, or"
                + " leave it out for no limit");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10_000})
  void takesMaxConcurrentVerificationsAtItsLimits(int threads) {
    TokenValidator.Builder builder = TokenValidator.builder();

    assertThat(builder.maxConcurrentVerifications(threads)).isSameAs(builder);
  }

  @Test
  void buildsSeveralValidatorsThatShareNothing() {
    CountingMonitor steps = new CountingMonitor();
    TokenValidator.Builder builder =
        scene.builder(scene.config().build()).monitor(steps).cacheSize(10);
    String token = scene.token().compact();

    TokenValidator first = builder.build();
    TokenValidator second = builder.build();
    TokenValidator withoutCache = builder.cacheSize(0).build();
    for (TokenValidator validator : List.of(first, second, withoutCache)) {
      assertThat(validator.validate(token)).isNotNull();
    }
    assertThat(steps.signatures()).isEqualTo(3);
    assertThat(second.cachedTokens()).isEqualTo(1);
    assertThat(withoutCache.cachedTokens()).isZero();
    first.close();
    assertAccepted(second, token);
    assertThat(second.cachedTokens()).isEqualTo(1);
  }

  @Test
  void refusesNull() {
    TokenValidator.Builder builder = TokenValidator.builder();

    assertThatNullPointerException().isThrownBy(() -> builder.issuer(null));
    assertThatNullPointerException().isThrownBy(() -> builder.limits(null));
    assertThatNullPointerException().isThrownBy(() -> builder.monitor(null));
    assertThatNullPointerException().isThrownBy(() -> builder.clock(null));
    assertThatNullPointerException().isThrownBy(() -> builder.signaturePolicy(null));
  }

  @Test
  void verifiesByTheNamedProviderAlone() {
    TestKey rsa = TestKey.generate(SignatureAlgorithm.RS256, "rsa");
    scene.issuer.publish(rsa);
    TokenValidator byEc =
        scene
            .builder(scene.config().build())
            .signaturePolicy(SignaturePolicy.provider("SunEC"))
            .build();
    TokenValidator byRsa =
        scene
            .builder(scene.config().build())
            .signaturePolicy(SignaturePolicy.provider("SunRsaSign"))
            .build();
    String ecToken = scene.token().compact();
    String rsaToken = scene.token().signedBy(rsa).compact();

    assertThat(Security.getProvider("SunEC")).isNotNull();
    assertAccepted(byEc, ecToken);
    assertAccepted(byRsa, rsaToken);
    // A key that the provider cannot use is none.
    assertRejected(byEc, rsaToken, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
    assertRejected(byRsa, ecToken, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
  }

  @Test
  void verifiesByTheGivenProviderThoughNobodyInstalledIt() {
    TestKey rsa = TestKey.generate(SignatureAlgorithm.RS256, "rsa");
    scene.issuer.publish(rsa);
    VerifyingProvider provider = new VerifyingProvider();
    TokenValidator validator =
        scene
            .builder(scene.config().build())
            .signaturePolicy(SignaturePolicy.provider(provider))
            .build();

    assertThat(Security.getProvider(provider.getName())).isNull();
    assertAccepted(validator, scene.token().signedBy(rsa).compact());
    assertThat(VerifyingProvider.VERIFIED).hasPositiveValue();
    // A key that the provider cannot use is none.
    assertRejected(
        validator,
        scene.token().compact(),
        ValidationStep.KEY_RESOLUTION,
        Reason.KEY_UNKNOWN,
        "kid");
  }

  /** Accepts every signature for RS256, and supports nothing else. */
  static final class VerifyingProvider extends Provider {

    private static final long serialVersionUID = 1L;
    private static final AtomicInteger VERIFIED = new AtomicInteger();

    VerifyingProvider() {
      super("Verifying", "1", "says yes");
      put("Signature.SHA256withRSA", Yes.class.getName());
    }

    /** Made by the provider, and so public. */
    public static final class Yes extends VerifyOnlySignature {

      @Override
      protected void engineInitVerify(PublicKey key) {}

      @Override
      protected boolean engineVerify(byte[] signature) {
        VERIFIED.incrementAndGet();
        return true;
      }
    }
  }

  @Test
  void verifiesByThePolicyThatWasGivenLast() {
    TestKey rsa = TestKey.generate(SignatureAlgorithm.RS256, "rsa");
    scene.issuer.publish(rsa);
    TokenValidator byEc =
        scene
            .builder(scene.config().build())
            .signaturePolicy(SignaturePolicy.provider("SunRsaSign"))
            .signaturePolicy(SignaturePolicy.provider("SunEC"))
            .build();

    assertAccepted(byEc, scene.token().compact());
    assertRejected(
        byEc,
        scene.token().signedBy(rsa).compact(),
        ValidationStep.KEY_RESOLUTION,
        Reason.KEY_UNKNOWN,
        "kid");
  }

  @Test
  void keepsToTheNamedProviderWhenKeysChange() {
    CountingMonitor steps = new CountingMonitor();
    TokenValidator validator =
        scene
            .builder(scene.config().build())
            .signaturePolicy(SignaturePolicy.provider("SunEC"))
            .monitor(steps)
            .build();
    String token = scene.token().compact();
    TestKey next = scene.issuer.unpublishedKey(SignatureAlgorithm.ES256);
    String nextToken = scene.token().signedBy(next).compact();
    assertAccepted(validator, token);
    assertRejected(validator, nextToken, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");

    scene.issuer.publish(next);
    int verified = steps.signatures();

    assertAccepted(validator, token);
    assertThat(steps.signatures()).as("the cached token outlives the change").isEqualTo(verified);
    assertAccepted(validator, nextToken);
    scene.issuer.withdraw(next);
    assertRejected(validator, nextToken, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
  }

  /** Has {@code validator} verify so many signatures, and gives the health of its only issuer. */
  private static KeySourceHealth healthAfter(
      int verifications, TokenValidator validator, String token) {
    for (int i = 0; i < verifications; i++) {
      assertThat(validator.validate(token)).isNotNull();
    }
    return validator.keyHealth().values().iterator().next();
  }

  /** Has {@code validator} verify so many signatures, and gives the tables of its only issuer. */
  private static KeyTables tablesAfter(int verifications, TokenValidator validator, String token) {
    healthAfter(verifications, validator, token);
    return validator.keyTables().values().iterator().next();
  }

  private static void awaitTables(int tables, TokenValidator validator) {
    Patience.until(
        "tables", () -> validator.keyTables().values().iterator().next().count() == tables);
  }

  private static TokenValidator uncached(TestIssuer issuer, KeySource keys) {
    IssuerConfig config =
        IssuerConfig.builder(issuer.issuer()).audience(TestIssuer.AUDIENCE).keySource(keys).build();
    return TokenValidator.builder().issuer(config).cacheSize(0).build();
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void countsTheTablesOfKeysThatAreUsedWhereverTheyComeFrom(
      SignatureAlgorithm algorithm, @TempDir Path folder) throws Exception {
    try (TestIssuer issuer = TestIssuer.builder().algorithm(algorithm).start()) {
      String token = issuer.token().compact();
      String rsaToken = issuer.token().signedBy(issuer.key(SignatureAlgorithm.RS256)).compact();
      Path file = Files.writeString(folder.resolve("jwks.json"), issuer.jwkSetJson());
      for (KeySource keys :
          List.of(
              KeySource.of(JwkSet.parse(issuer.jwkSetJson())),
              KeySource.file(file),
              Patience.keysOf(issuer))) {
        try (TokenValidator validator = uncached(issuer, keys)) {
          assertThat(tablesAfter(15, validator, token).count()).isZero();
          assertThat(tablesAfter(15, validator, rsaToken).count()).isZero();
          assertThat(tablesAfter(1, validator, token).error()).isNull();
          awaitTables(1, validator);
          assertThat(healthAfter(20, validator, token).keys()).isEqualTo(2);
          assertRejected(
              validator,
              token.substring(0, token.length() - 10) + "AAAAAAAAAA",
              ValidationStep.SIGNATURE_VALIDATION,
              Reason.SIGNATURE_INVALID,
              null);
        }
      }
    }
  }

  @Test
  void keepsTheTablesOfKeysThatComeAgain() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      String token = issuer.token().signedBy(issuer.key(SignatureAlgorithm.ES256)).compact();
      KeySource keys = Patience.keysOf(issuer);
      try (TokenValidator validator = uncached(issuer, keys)) {
        healthAfter(16, validator, token);
        awaitTables(1, validator);
        TestKey next = issuer.unpublishedKey(SignatureAlgorithm.ES256);
        issuer.publish(next);
        String nextToken = issuer.token().signedBy(next).compact();
        assertThat(healthAfter(15, validator, nextToken).refreshes()).isEqualTo(2);
        assertThat(validator.keyHealth().values())
            .extracting(KeySourceHealth::keys)
            .containsExactly(2);
        assertThat(validator.keyTables().values()).containsExactly(new KeyTables(1, 0, 0, null));
        healthAfter(1, validator, nextToken);
        awaitTables(2, validator);
        assertAccepted(validator, token);
      }
    }
  }

  private static final SignaturePolicy FASTEST = SignaturePolicy.fastest();

  @Test
  void makesNoTablesWhereProvidersVerify() throws Exception {
    for (SignaturePolicy policy :
        List.of(
            SignaturePolicy.providersOnly(),
            SignaturePolicy.provider("SunEC"),
            SignaturePolicy.provider(Security.getProvider("SunEC")),
            SignaturePolicy.fastest().withTableBudget(0))) {
      Scene own = new Scene();
      JwkSet keys = JwkSet.parse(own.issuer.jwkSetJson());
      IssuerConfig config = own.config().keySource(KeySource.of(keys)).build();
      TokenValidator validator = own.builder(config).signaturePolicy(policy).cacheSize(0).build();
      TokenValidator automatic = own.builder(config).signaturePolicy(FASTEST).cacheSize(0).build();
      String token = own.token().compact();
      assertThat(tablesAfter(100, validator, token).count()).isZero();
      // Of the very same keys, which the other has left unused.
      assertThat(tablesAfter(15, automatic, token).count()).isZero();
      healthAfter(1, automatic, token);
      awaitTables(1, automatic);
    }
  }

  @Test
  void failsOnceItIsClosed() {
    AtomicInteger closed = new AtomicInteger();
    TokenValidator validator =
        scene.validator(config -> config.keySource(closing(scene.issuer.keySource(), closed)));
    String token = scene.token().compact();
    assertAccepted(validator, token);

    validator.close();

    assertThat(closed).hasValue(1);
    assertThat(validator.cachedTokens()).isZero();
    IdTokenExpectation expected = IdTokenExpectation.withoutNonce("client");
    assertThatIllegalStateException().isThrownBy(() -> validator.validate(token));
    assertThatIllegalStateException().isThrownBy(() -> validator.tryValidate(token));
    assertThatIllegalStateException().isThrownBy(() -> validator.validate(null));
    assertThatIllegalStateException().isThrownBy(() -> validator.validateIdToken(token, expected));
    assertThatIllegalStateException()
        .isThrownBy(() -> validator.tryValidateIdToken(token, expected));
    assertThatIllegalStateException()
        .isThrownBy(() -> validator.checkRefreshTokenFormat("x"))
        .withMessage("the validator is closed");
    assertThatIllegalStateException().isThrownBy(validator::keyTables);
    assertThatIllegalStateException().isThrownBy(validator::resolvedKeyHealth);
    assertThatIllegalStateException().isThrownBy(() -> validator.forgetIssuer("x"));
  }

  private static KeySource closing(KeySource source, AtomicInteger closed) {
    return new KeySource() {
      @Override
      public JwkSet jwkSet() {
        return source.jwkSet();
      }

      @Override
      public void close() {
        closed.incrementAndGet();
      }
    };
  }

  @Test
  void closesEveryKeySourceEvenIfOneFailsTo() {
    AtomicInteger closed = new AtomicInteger();
    Scene other = new Scene("https://other.example");
    Scene third = new Scene("https://third.example");
    KeySource failing =
        new KeySource() {
          @Override
          public JwkSet jwkSet() {
            return scene.issuer.jwkSet();
          }

          @Override
          public void close() {
            closed.incrementAndGet();
            throw new IllegalStateException("cannot");
          }
        };
    TokenValidator validator =
        scene
            .builder(
                scene.config().keySource(failing).build(),
                other.config().keySource(closing(other.issuer.keySource(), closed)).build(),
                third.config().keySource(closing(third.issuer.keySource(), closed)).build())
            .build();

    try (CapturedLog log = new CapturedLog()) {
      validator.close();
      assertThat(log.lines(Level.WARNING)).singleElement().asString().contains(Scene.ISSUER);
    }

    assertThat(closed).hasValue(3);
  }

  @Test
  void tellsSeveralIssuersApart() {
    Scene other = new Scene("https://other.example");
    TokenValidator validator =
        scene
            .builder(
                scene.config().build(),
                other.issuer.config().audience("other-api").subjectOptional().build())
            .build();

    assertThat(assertAccepted(validator, scene.token().compact()).issuer()).isEqualTo(Scene.ISSUER);
    assertThat(
            assertAccepted(
                    validator,
                    other
                        .issuer
                        .token()
                        .at(scene.clock)
                        .audience("other-api")
                        .withoutClaim("sub")
                        .compact())
                .issuer())
        .isEqualTo("https://other.example");
    assertRejected(
        validator,
        scene.token().withoutClaim("sub").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MISSING,
        "sub");
    assertRejected(
        validator,
        other.issuer.token().at(scene.clock).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUDIENCE_MISMATCH,
        "aud");
  }

  @Test
  void readsTheTimeOfTheSystemUnlessToldOtherwise() {
    TokenValidator validator = TokenValidator.builder().issuer(scene.config().build()).build();

    assertAccepted(validator, scene.issuer.token().compact());
    assertRejected(
        validator,
        scene.issuer.token().expiresIn(Duration.ofHours(-1)).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.EXPIRED,
        "exp");
  }

  @Test
  void readsTheTimeOnceAValidation() {
    AtomicInteger reads = new AtomicInteger();
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(scene.config().maxAge(Duration.ofDays(1)).build())
            .clock(() -> {
              reads.incrementAndGet();
              return Scene.NOW;
            })
            .build();
    String token = scene.token().claim("nbf", Scene.NOW).compact();

    assertThat(validator.validate(token)).isNotNull();
    assertThat(reads).hasValue(1);
    assertThat(validator.validate(token)).isNotNull();
    assertThat(reads).hasValue(2);
  }

  @Test
  void doesNotDecideWhereTheKeySourceFails() {
    for (RuntimeException failure :
        List.of(
            new IllegalStateException("boom"),
            new NullPointerException(),
            new UncheckedIOException(new IOException("disk")))) {
      TokenValidator validator =
          scene.validator(config ->
              config.keySource(() -> {
                throw failure;
              }));
      String token = scene.token().compact();

      assertThat(undecided(validator, token).cause())
          .hasMessage("the key source of https://issuer.example failed")
          .hasCause(failure);
      assertThatThrownBy(() -> validator.validate(token))
          .isInstanceOf(UndecidedException.class)
          .hasCause(failure);
      // A token that is rejected without a key is still rejected.
      assertRejected(
          validator,
          scene.token().unsecured().compact(),
          ValidationStep.HEADER_VALIDATION,
          Reason.UNSECURED_TOKEN,
          "alg");
    }
  }

  @Test
  void saysWhenToTryAgainIfTheKeySourceDoes() {
    for (Duration retryAfter : new Duration[] {Duration.ofSeconds(7), null}) {
      TokenValidator validator =
          scene.validator(config ->
              config.keySource(() -> {
                throw new KeySourceException("the vault is sealed", null, retryAfter);
              }));
      assertThat(undecided(validator, scene.token().compact()).cause().retryAfter())
          .isEqualTo(retryAfter);
    }
  }

  @Test
  void doesNotDecideWhereTheKeySourceSaysThatThereAreNoKeys() {
    UndecidedException failure = new UndecidedException("down", null);
    AtomicReference<@Nullable UndecidedException> state = new AtomicReference<>(failure);
    TokenValidator validator =
        scene.validator(config ->
            config.keySource(() -> {
              UndecidedException current = state.get();
              if (current != null) {
                throw current;
              }
              return scene.issuer.jwkSet();
            }));
    String token = scene.token().compact();

    assertThat(undecided(validator, token).cause()).isSameAs(failure);
    assertThatThrownBy(() -> validator.validate(token)).isSameAs(failure);
    state.set(null);
    assertAccepted(validator, token);
    // Past the life of the keys the cache serves nothing either.
    state.set(failure);
    assertThat(undecided(validator, token).cause()).isSameAs(failure);
    assertThat(
            validator.tryValidateIdToken(
                scene.token().idToken("c", null).compact(), IdTokenExpectation.withoutNonce("c")))
        .isEqualTo(new ValidationResult.Undecided<IdToken>(failure));
  }

  @Test
  void goesOnWhereTheKeySourceDoesNotTellOfItsKeys() {
    KeySource silent =
        new KeySource() {
          @Override
          public JwkSet jwkSet() {
            return scene.issuer.jwkSet();
          }

          @Override
          public void onRefresh(Consumer<KeyRefreshReport> listener) {
            throw new IllegalStateException("not told");
          }
        };
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = scene.validator(config -> config.keySource(silent));

      assertAccepted(validator, scene.token().compact());
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("the key source of https://issuer.example reports no refreshes")
          .contains("not told");
    }
  }

  @Test
  void doesNotDecideWhereTheKeySourceGivesNull() {
    KeySource forgetful =
        new KeySource() {
          @Override
          public JwkSet jwkSet() {
            return scene.issuer.jwkSet();
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            return CompletableFuture.completedStage(null);
          }
        };
    String token = scene.token().compact();

    assertThat(undecided(scene.validator(config -> config.keySource(() -> null)), token).cause())
        .hasMessage("https://issuer.example: the key source has no keys");
    TokenValidator validator = scene.validator(config -> config.keySource(forgetful));
    assertAccepted(validator, token);
    String unknown = scene.token().header("kid", "other").compact();
    assertThat(undecided(validator, unknown).cause())
        .hasMessage("the key source of https://issuer.example failed");
  }

  @Test
  void doesNotDecideWhereTheLookForNewerKeysFails() {
    RuntimeException failure = new IllegalStateException("boom");
    KeySource source =
        new KeySource() {
          @Override
          public JwkSet jwkSet() {
            return scene.issuer.jwkSet();
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            throw failure;
          }
        };
    TokenValidator validator = scene.validator(config -> config.keySource(source));

    assertThat(undecided(validator, scene.token().header("kid", "other").compact()).cause())
        .hasCause(failure);
    assertAccepted(validator, scene.token().compact());
  }

  @Test
  void asksForNewerKeysOnceForTokenOfUnknownKey() {
    TestKey next = scene.issuer.unpublishedKey(SignatureAlgorithm.ES256);
    List<JwkSet> seenSets = new ArrayList<>();
    JwkSet old = scene.issuer.jwkSet();
    scene.issuer.publish(next);
    KeySource source =
        new KeySource() {
          @Override
          public JwkSet jwkSet() {
            return seenSets.isEmpty() ? old : scene.issuer.jwkSet();
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            seenSets.add(seen);
            return CompletableFuture.completedStage(scene.issuer.jwkSet());
          }
        };
    TokenValidator validator = scene.validator(config -> config.keySource(source));

    assertThat(validator.tryValidate(scene.token().compact()).isAccepted()).isTrue();
    assertThat(seenSets).isEmpty();
    String token = scene.token().signedBy(next).compact();
    assertThat(validator.tryValidate(token).isAccepted()).isTrue();
    assertThat(validator.tryValidate(token).isAccepted()).isTrue();
    assertThat(seenSets).containsExactly(old);
  }

  /** The second set was not on its way when the token came. */
  @Test
  void asksForNewerKeysNoMoreThanTwiceAndOnlyWhereTheyAreNew() {
    String unknown = scene.token().header("kid", "other").compact();
    for (boolean isNew : List.of(true, false)) {
      AtomicInteger asked = new AtomicInteger();
      JwkSet jwkSet = scene.issuer.jwkSet();
      KeySource source =
          new KeySource() {
            @Override
            public JwkSet jwkSet() {
              return jwkSet;
            }

            @Override
            public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
              asked.incrementAndGet();
              return CompletableFuture.completedStage(
                  isNew ? JwkSet.parse(scene.issuer.jwkSetJson()) : seen);
            }
          };
      TokenValidator validator = scene.validator(config -> config.keySource(source));

      assertThat(validator.tryValidate(unknown)).isInstanceOf(ValidationResult.Rejected.class);
      assertThat(asked).hasValue(isNew ? 2 : 1);
    }
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void keepsTheInterruptOfThreadThatWaitsForKeys() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    KeySource slow =
        new KeySource() {
          @Override
          public @Nullable JwkSet jwkSet() {
            return null;
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            waiting.countDown();
            return new CompletableFuture<>();
          }
        };
    TokenValidator validator = scene.validator(config -> config.keySource(slow));
    String token = scene.token().compact();
    AtomicReference<ValidationResult<AccessToken>> result = new AtomicReference<>();
    AtomicReference<Boolean> flag = new AtomicReference<>();
    Thread caller =
        new Thread(() -> {
          result.set(validator.tryValidate(token));
          flag.set(Thread.currentThread().isInterrupted());
        });
    caller.start();
    waiting.await();

    caller.interrupt();
    caller.join();

    assertThat(result.get())
        .isInstanceOfSatisfying(
            ValidationResult.Undecided.class,
            answer ->
                assertThat(answer.cause())
                    .hasMessage("interrupted while waiting for the keys of " + Scene.ISSUER));
    assertThat(flag.get()).isTrue();
  }

  @Test
  void validatesOnAnInterruptedThreadWhatNeedsNoWaiting() {
    TokenValidator validator = scene.validator();
    String token = scene.token().compact();
    Thread.currentThread().interrupt();
    try {
      assertAccepted(validator, token);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  @Row("F48")
  @DisplayName("a validator that fails to be built at its second source")
  void givesTheSourcesBackWhereBuildingFails() {
    IssuerConfig first = discovered("https://one.example");
    IssuerConfig second = discovered("https://two.example");
    try (TokenValidator owner = TokenValidator.builder().issuer(second).build()) {
      for (int i = 0; i < 2; i++) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> TokenValidator.builder().issuer(first).issuer(second).build())
            .withMessageContaining("that of https://two.example already belongs to a validator");
      }
      try (TokenValidator later = TokenValidator.builder().issuer(first).build()) {
        assertThat(later.keyHealth()).containsOnlyKeys("https://one.example");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> TokenValidator.builder().issuer(first).build())
            .withMessageContaining("that of https://one.example already belongs to a validator");
      }
      assertThat(owner.keyHealth()).containsOnlyKeys("https://two.example");
    }
  }

  private static IssuerConfig discovered(String issuer) {
    return IssuerConfig.builder(issuer)
        .audience(Scene.AUDIENCE)
        .keySource(KeySource.discovered(issuer))
        .build();
  }

  @Test
  void rejectsWhereACheckThrows() {
    TokenValidator validator =
        scene.validator(config ->
            config.claimCheck(
                "fragile",
                claims -> {
                  throw new IllegalStateException("broken");
                }));

    assertRejected(
        validator,
        scene.token().compact(),
        ValidationStep.CUSTOM_CHECKS,
        Reason.CLAIM_CHECK_FAILED,
        "fragile");
    assertThat(validator.cachedTokens()).isZero();
  }

  @Test
  void rejectsWhereTheRoleMapperThrowsOrGivesNothing() {
    for (RoleMapper mapper :
        List.<RoleMapper>of(
            claims -> {
              throw new IllegalStateException("broken");
            },
            claims -> null,
            claims -> Arrays.asList("a", null))) {
      TokenValidator validator = scene.validator(config -> config.roles(mapper));

      assertRejected(
          validator,
          scene.token().compact(),
          ValidationStep.CUSTOM_CHECKS,
          Reason.CLAIM_CHECK_FAILED,
          "roles");
      assertThat(validator.cachedTokens()).isZero();
    }
  }

  /** As code in Kotlin or Groovy throws it, and Java that goes behind the compiler's back. */
  @Test
  void takesCheckedExceptionsThatNobodyDeclaresForAnyOther() {
    String token = scene.token().compact();
    for (TokenValidator validator :
        List.of(
            scene.validator(config -> config.claimCheck("undeclared", claims -> undeclared())),
            scene.validator(config -> config.roles(claims -> undeclared())))) {
      assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Rejected.class);
    }

    TokenValidator withoutKeys =
        scene.validator(config -> config.keySource(TokenValidatorTest::undeclared));
    assertThat(undecided(withoutKeys, token).cause()).hasRootCauseMessage("undeclared");
    assertThatThrownBy(withoutKeys::warmUp).isInstanceOf(UndecidedException.class);
    assertThat(withoutKeys.keyHealth().get(Scene.ISSUER).isUsable()).isFalse();

    assertAccepted(
        scene.builder(scene.config().build()).monitor(type -> undeclared()).build(), token);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T, E extends Exception> T undeclared() throws E {
    throw (E) new IOException("undeclared");
  }

  @Test
  void copiesTheRolesOfTheMapper() {
    List<String> mine = new ArrayList<>(List.of("user"));
    TokenValidator validator = scene.validator(config -> config.roles(claims -> mine));
    String token = scene.token().compact();
    AccessToken accepted = assertAccepted(validator, token);

    mine.add("admin");

    assertThat(accepted.roles()).containsExactly("user");
    assertThat(validator.validate(token).roles()).containsExactly("user");
  }

  @Test
  void givesChecksVerifiedClaimsOnly() {
    List<String> subjects = new ArrayList<>();
    TokenValidator validator =
        scene.validator(config ->
            config.claimCheck("spy", claims -> subjects.add(String.valueOf(claims.get("sub")))));
    TestKey attacker = TestKey.generate(SignatureAlgorithm.ES256, scene.key().keyId());

    assertRejected(
        validator,
        scene.token().signedBy(attacker).subject("forged").compact(),
        ValidationStep.SIGNATURE_VALIDATION,
        Reason.SIGNATURE_INVALID);
    assertRejected(
        validator,
        scene.token().subject("late").expiresIn(Duration.ofHours(-1)).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.EXPIRED,
        "exp");

    assertThat(subjects).isEmpty();
    assertAccepted(validator, scene.token().compact());
    assertThat(subjects).containsOnly("test-user");
  }

  @Test
  void letsErrorsPassAndCachesNothing() {
    AtomicReference<@Nullable Error> failure = new AtomicReference<>(new OutOfMemoryError("test"));
    TokenValidator validator =
        scene.validator(config ->
            config.claimCheck(
                "heavy",
                claims -> {
                  Error error = failure.get();
                  if (error != null) {
                    throw error;
                  }
                  return true;
                }));
    String token = scene.token().compact();

    assertThatThrownBy(() -> validator.validate(token)).isSameAs(failure.get());
    assertThatThrownBy(() -> validator.tryValidate(token)).isSameAs(failure.get());
    assertThat(validator.cachedTokens()).isZero();
    failure.set(null);
    assertAccepted(validator, token);
  }

  /** Where a monitor may fail. */
  enum Call {
    BEGIN,
    COMPLETED,
    ACCEPTED,
    REJECTED,
    UNDECIDED
  }

  /** Fails in one of its calls, and counts those that it still gets. */
  private static final class FailingMonitor
      implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {

    private final Call failing;
    private final AtomicInteger begun = new AtomicInteger();
    private boolean failed;
    private int callsAfterFailure;

    FailingMonitor(Call failing) {
      this.failing = failing;
    }

    private void call(Call call) {
      if (failed) {
        callsAfterFailure++;
      }
      if (call == failing) {
        failed = true;
        throw new IllegalStateException("cannot watch");
      }
    }

    @Override
    public Recording begin(TokenType type) {
      begun.incrementAndGet();
      call(Call.BEGIN);
      return this;
    }

    @Override
    public void completed(ValidationStep step) {
      call(Call.COMPLETED);
    }

    @Override
    public void ended(Report report) {
      call(Call.valueOf(report.outcome().name()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void silencesMonitorThatThrowsAfterOneLine(Call failing) {
    FailingMonitor monitor = new FailingMonitor(failing);
    UndecidedException down = new UndecidedException("down", null);
    Scene other = new Scene("https://other.example");
    KeySource broken =
        () -> {
          throw down;
        };
    TokenValidator validator =
        scene
            .builder(
                scene.config().build(),
                other.issuer.config().audience(Scene.AUDIENCE).keySource(broken).build())
            .monitor(monitor)
            .build();
    String undecidable = other.issuer.token().at(scene.clock).compact();

    try (CapturedLog log = new CapturedLog()) {
      for (int i = 0; i < 3; i++) {
        assertAccepted(validator, scene.token().compact());
        assertRejected(
            validator,
            scene.token().withoutClaim("exp").compact(),
            ValidationStep.CLAIMS_VALIDATION,
            Reason.CLAIM_MISSING,
            "exp");
        assertThat(undecided(validator, undecidable).cause()).isSameAs(down);
      }
      assertThat(log.lines(Level.INFO))
          .singleElement()
          .asString()
          .contains("the monitor failed and is not called again", "cannot watch");
      int begun = monitor.begun.get();
      assertAccepted(validator, scene.token().compact());
      assertThat(monitor.begun).hasValue(begun);
      assertThat(monitor.callsAfterFailure).isZero();
    }
  }

  /** The caller's thread logs, at every level. */
  @Test
  void answersAsEverWhereALogAppenderFails() {
    Handler failing =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            throw new StackOverflowError("injected");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    // Captures all levels, so that a rejection is logged, too.
    try (CapturedLog log = new CapturedLog()) {
      Logger logger = Logger.getLogger("org.jwtvalidation");
      logger.addHandler(failing);
      try (TokenValidator validator =
          scene
              .builder(scene.config().build())
              .monitor(type -> {
                throw new IllegalStateException("cannot watch");
              })
              .build()) {
        assertAccepted(validator, scene.token().compact());
        assertRejected(
            validator,
            scene.token().unsecured().compact(),
            ValidationStep.HEADER_VALIDATION,
            Reason.UNSECURED_TOKEN,
            "alg");
      } finally {
        logger.removeHandler(failing);
      }
      assertThat(log.lines(Level.SEVERE)).singleElement().asString().contains("cannot watch");
      assertThat(log.text()).contains("UNSECURED_TOKEN");
    }
  }

  @Test
  void recordsNothingWhereTheMonitorDoesNotAskForIt() {
    List<TokenType> begun = new ArrayList<>();
    TokenValidatorMonitor choosing =
        type -> {
          begun.add(type);
          return null;
        };
    TokenValidator validator = scene.builder(scene.config().build()).monitor(choosing).build();

    try (CapturedLog log = new CapturedLog()) {
      assertThat(validator.validate(scene.token().compact())).isNotNull();
      validator.checkRefreshTokenFormat("opaque");
      assertThat(begun).containsExactly(TokenType.ACCESS_TOKEN, TokenType.REFRESH_TOKEN);
      assertThat(log.linesOfThisThread(Level.INFO)).isEmpty();
    }
  }

  @Test
  void tellsTheMonitorStepsAndOutcomes() {
    List<String> told = new ArrayList<>();
    TokenValidatorMonitor telling =
        type -> {
          told.add(type.name());
          return new TokenValidatorMonitor.Recording() {
            @Override
            public void completed(ValidationStep step) {
              told.add(step.name());
            }

            @Override
            public void ended(TokenValidatorMonitor.Report report) {
              VerificationKey key = report.key();
              told.add(report.outcome() + " in " + report.step());
              told.add(report.tokenLength() + " characters");
              told.add("issuer " + report.issuer());
              told.add("key " + (key == null ? null : key.keyId()));
              told.add("cache hit " + report.isCacheHit());
              told.add("rejection " + report.rejection());
            }
          };
        };
    TokenValidator validator =
        scene
            .builder(scene.config().claimCheck("yes", claims -> true).build())
            .monitor(telling)
            .build();
    String token = scene.token().compact();
    String length = token.length() + " characters";
    String issuer = "issuer " + scene.issuer.issuer();

    AccessToken validated = validator.validate(token);
    String key = "key " + validated.keyId();
    assertThat(told)
        .containsExactly(
            "ACCESS_TOKEN",
            "TOKEN_FORMAT_CHECK",
            "CACHE_LOOKUP",
            "TOKEN_PARSING",
            "ISSUER_EXTRACTION",
            "ISSUER_CONFIG_RESOLUTION",
            "HEADER_VALIDATION",
            "CLAIMS_VALIDATION",
            "KEY_RESOLUTION",
            "SIGNATURE_VALIDATION",
            "CUSTOM_CHECKS",
            "TOKEN_BUILDING",
            "CACHE_STORE",
            "ACCEPTED in CACHE_STORE",
            length,
            issuer,
            key,
            "cache hit false",
            "rejection null");
    told.clear();
    assertThat(validator.validate(token)).isNotNull();
    assertThat(told)
        .containsExactly(
            "ACCESS_TOKEN",
            "TOKEN_FORMAT_CHECK",
            "CACHE_LOOKUP",
            "CUSTOM_CHECKS",
            "ACCEPTED in CUSTOM_CHECKS",
            length,
            issuer,
            key,
            "cache hit true",
            "rejection null");
    told.clear();
    validator.checkRefreshTokenFormat("opaque");
    assertThat(told)
        .startsWith(
            "REFRESH_TOKEN",
            "TOKEN_FORMAT_CHECK",
            "ACCEPTED in TOKEN_FORMAT_CHECK",
            "6 characters");
    told.clear();
    Rejection malformed = rejected(validator.tryValidate("a.b"));
    assertThat(told)
        .containsExactly(
            "ACCESS_TOKEN",
            "TOKEN_FORMAT_CHECK",
            "CACHE_LOOKUP",
            "REJECTED in TOKEN_PARSING",
            "3 characters",
            "issuer null",
            "key null",
            "cache hit false",
            "rejection " + malformed);
    told.clear();
    Rejection empty = rejected(validator.tryValidate(null));
    assertThat(told)
        .containsExactly(
            "ACCESS_TOKEN",
            "REJECTED in TOKEN_FORMAT_CHECK",
            "0 characters",
            "issuer null",
            "key null",
            "cache hit false",
            "rejection " + empty);
  }

  private static Rejection rejected(ValidationResult<AccessToken> result) {
    return ((ValidationResult.Rejected<AccessToken>) result).rejection();
  }

  @Test
  void tellsTheMonitorOfAValidationThatIsAbandoned() {
    List<String> told = new ArrayList<>();
    TokenValidatorMonitor telling =
        type -> report -> told.add(report.outcome() + " in " + report.step());
    StackOverflowError failure = new StackOverflowError();
    KeySource failing =
        () -> {
          throw failure;
        };
    TokenValidator validator =
        scene.builder(scene.config().keySource(failing).build()).monitor(telling).build();

    assertThatThrownBy(() -> validator.validate(scene.token().compact())).isSameAs(failure);
    assertThat(told).containsExactly("ABANDONED in KEY_RESOLUTION");
  }

  @Test
  void tellsTheMonitorWhatBecameOfKeys() {
    List<String> told = new CopyOnWriteArrayList<>();
    TokenValidatorMonitor telling =
        new TokenValidatorMonitor() {
          @Override
          public @Nullable Recording begin(TokenType type) {
            return null;
          }

          @Override
          public void refreshedKeys(String issuer, KeyRefreshReport report) {
            told.add(issuer + " " + report.cause() + " " + report.outcome() + " " + report.keys());
            throw new IllegalStateException("cannot watch");
          }
        };
    try (TestIssuer issuer = TestIssuer.start();
        CapturedLog log = new CapturedLog();
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(
                    issuer
                        .config()
                        .audience(TestIssuer.AUDIENCE)
                        .keySource(Patience.keysOf(issuer))
                        .build())
                .monitor(telling)
                .build()) {
      assertThat(validator.validate(issuer.token().compact())).isNotNull();
      Patience.until(() -> !log.lines(Level.INFO).isEmpty());
      assertThat(told).containsExactly(issuer.issuer() + " NO_KEYS RENEWED 1");
      assertThat(log.lines(Level.INFO)).singleElement().asString().contains("is not called again");
    }
  }

  @Test
  void readsNothingInRefreshTokens() {
    TokenValidator validator = scene.validator();

    for (String token : List.of("x", "a.b.c", scene.token().unsecured().compact(), "\u0000", "é")) {
      validator.checkRefreshTokenFormat(token);
    }
    assertThat(validator.cachedTokens()).isZero();
  }
}
