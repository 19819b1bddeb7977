// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.jwtvalidation.testkit.TestIssuer.AUDIENCE;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;

@Timeout(300)
class JfrMonitorTest {

  private static final String NO_VIRTUAL_THREADS = "no virtual threads: use JDK 21 or newer";
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final TokenValidator validator = validator(new JfrMonitor(), config().build());

  private IssuerConfig.Builder config() {
    return issuer.config().audience(AUDIENCE);
  }

  private static TokenValidator validator(TokenValidatorMonitor monitor, IssuerConfig issuer) {
    return TokenValidator.builder().issuer(issuer).monitor(monitor).build();
  }

  private static Duration sumOfSteps(RecordedEvent event) {
    return Events.STEPS.stream().map(event::getDuration).reduce(Duration.ZERO, Duration::plus);
  }

  // Validations

  @Test
  void recordsAnAcceptedTokenAndItsSteps() throws NoSuchAlgorithmException {
    String token = issuer.token().algorithm(SignatureAlgorithm.ES256).compact();

    RecordedEvent event = only(Recorded.validations(() -> validator.validate(token)));

    assertThat(event.getString("validator")).isEqualTo("default");
    assertThat(event.getString("tokenType")).isEqualTo("ACCESS_TOKEN");
    assertThat(event.getString("issuer")).isEqualTo("https://issuer.example");
    assertThat(event.getString("algorithm")).isEqualTo("ES256");
    byte[] keyId = issuer.key(SignatureAlgorithm.ES256).keyId().getBytes(StandardCharsets.UTF_8);
    assertThat(event.getString("keyIdHash"))
        .isEqualTo(
            HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(keyId))
                .substring(0, 16));
    assertThat(event.getString("outcome")).isEqualTo("ACCEPTED");
    assertThat(event.getString("reason")).isNull();
    assertThat(event.getBoolean("cached")).isFalse();
    assertThat(event.getInt("size")).isEqualTo(token.length());
    assertThat(event.getInt("concurrency")).isEqualTo(1);
    assertThat(event.getThread()).isNotNull();
    assertThat(event.getDuration("signatureValidation")).isPositive();
    assertThat(event.getDuration("customChecks")).isPositive();
    assertThat(sumOfSteps(event)).isLessThanOrEqualTo(event.getDuration().plusMillis(1));
  }

  @Test
  void recordsThatATokenWasCached() {
    String token = issuer.token().compact();
    AccessToken first = validator.validate(token);

    RecordedEvent event = only(Recorded.validations(() -> validator.validate(token)));

    assertThat(event.getBoolean("cached")).isTrue();
    assertThat(event.getString("issuer")).isEqualTo(first.issuer());
    assertThat(event.getString("algorithm")).isEqualTo(first.algorithm().joseName());
    assertThat(event.getString("keyIdHash")).isNotEmpty();
    assertThat(event.getDuration("signatureValidation")).isZero();
  }

  @Test
  void recordsACachedTokenThatACheckRejects() {
    AtomicBoolean allowed = new AtomicBoolean(true);
    TokenValidator checking =
        validator(
            new JfrMonitor(), config().claimCheck("allowed", claims -> allowed.get()).build());
    String token = issuer.token().compact();
    checking.validate(token);
    allowed.set(false);

    RecordedEvent event =
        only(
            Recorded.validations(
                () -> assertThat(checking.tryValidate(token).isAccepted()).isFalse()));

    assertThat(event.getString("reason")).isEqualTo("CLAIM_CHECK_FAILED");
    assertThat(event.getBoolean("cached")).isTrue();
  }

  @Test
  void recordsTheReasonOfARejection() {
    List<RecordedEvent> events =
        Recorded.validations(() -> {
          assertThat(
                  validator
                      .tryValidate(Tampering.flipSignatureBit(issuer.token().compact()))
                      .isAccepted())
              .isFalse();
          assertThat(validator.tryValidate(issuer.token().audience("other").compact()).isAccepted())
              .isFalse();
          assertThat(validator.tryValidate(null).isAccepted()).isFalse();
          try (TestIssuer stranger = TestIssuer.offline("https://stranger.example")) {
            assertThat(validator.tryValidate(stranger.token().compact()).isAccepted()).isFalse();
          }
        });

    assertThat(events)
        .extracting(event -> event.getString("outcome") + " " + event.getString("reason"))
        .containsExactly(
            "REJECTED SIGNATURE_INVALID",
            "REJECTED AUDIENCE_MISMATCH",
            "REJECTED TOKEN_EMPTY",
            "REJECTED ISSUER_UNKNOWN");
    assertThat(events.get(0).getDuration("signatureValidation")).isPositive();
    assertThat(events.get(1).getString("algorithm")).as("before key resolution").isNull();
    assertThat(events.get(2).getInt("size")).isZero();
    assertThat(events.get(3).getString("issuer")).as("not a configured issuer").isNull();
  }

  @Test
  void recordsValidationsWithoutAnAnswer() {
    TokenValidator withoutKeys =
        validator(new JfrMonitor(), config().keySource(throwing(null)).build());
    StackOverflowError failure = new StackOverflowError();
    TokenValidator broken =
        validator(new JfrMonitor(), config().keySource(throwing(failure)).build());
    String token = issuer.token().compact();

    List<RecordedEvent> events =
        Recorded.validations(() -> {
          assertThat(withoutKeys.tryValidate(token)).isInstanceOf(ValidationResult.Undecided.class);
          assertThatThrownBy(() -> broken.validate(token)).isSameAs(failure);
        });

    assertThat(events)
        .extracting(event -> event.getString("outcome"))
        .containsExactly("UNDECIDED", "ABANDONED");
    assertThat(events.get(0).getDuration("keyResolution")).isPositive();
  }

  @Test
  void addsTheTimeOfAnUndecidedValidationToTheStepInWhichItEnded() {
    TokenValidator withoutResolver =
        TokenValidator.builder()
            .issuerResolver(name -> {
              throw new IllegalStateException("the database is away");
            })
            .monitor(new JfrMonitor())
            .build();
    String token = issuer.token().compact();

    List<RecordedEvent> events =
        Recorded.validations(() ->
            assertThat(withoutResolver.tryValidate(token))
                .isInstanceOf(ValidationResult.Undecided.class));

    assertThat(events.get(0).getDuration("issuerConfigResolution")).isPositive();
    assertThat(events.get(0).getDuration("keyResolution")).isZero();
  }

  private static KeySource throwing(Error error) {
    return () -> {
      if (error != null) {
        throw error;
      }
      throw new UndecidedException("down", null);
    };
  }

  @Test
  void measuresCpuTimeIfConfigured() {
    TokenValidator measured =
        validator(
            JfrMonitor.builder().cpuTime().build(),
            config().claimCheck("slow", claims -> pause()).build());
    String token = issuer.token().compact();

    RecordedEvent asked = only(Recorded.validations(() -> measured.validate(token)));
    RecordedEvent notAsked = only(Recorded.validations(() -> validator.validate(token)));

    assertThat(asked.getDuration("cpuTime"))
        .isPositive()
        .isLessThan(asked.getDuration().minusMillis(50));
    assertThat(notAsked.getDuration("cpuTime")).isZero();
  }

  @Test
  void measuresNoCpuTimeOfValidationsThatChangeTheirThread() {
    CompletableFuture<JwkSet> keys = new CompletableFuture<>();
    KeySource late =
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
    TokenValidator measured =
        validator(JfrMonitor.builder().cpuTime().build(), config().keySource(late).build());
    String token = issuer.token().compact();

    RecordedEvent event =
        only(
            Recorded.validations(() -> {
              var validation = measured.tryValidateAsync(token);
              keys.complete(issuer.jwkSet());
              validation.join();
            }));
    assertThat(event.getString("outcome")).isEqualTo("ACCEPTED");
    assertThat(event.getDuration("cpuTime")).isZero();
  }

  @Test
  void measuresNoCpuTimeOfVirtualThreads() throws ReflectiveOperationException {
    assumeTrue(Runtime.version().feature() >= 21, NO_VIRTUAL_THREADS);
    TokenValidator measured = validator(JfrMonitor.builder().cpuTime().build(), config().build());
    String token = issuer.token().compact();
    ExecutorService executor = virtualThreads();
    try {
      RecordedEvent event =
          only(Recorded.validations(() -> await(executor.submit(() -> measured.validate(token)))));
      assertThat(event.getString("outcome")).isEqualTo("ACCEPTED");
      assertThat(event.getDuration("cpuTime")).isZero();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void recordsEveryTypeOfToken() {
    List<RecordedEvent> events =
        Recorded.validations(() -> {
          validator.validateIdToken(
              issuer.token().idToken("client", "n-1").compact(),
              IdTokenExpectation.of("client", "n-1"));
          validator.checkRefreshTokenFormat("opaque");
        });

    assertThat(events)
        .extracting(event -> event.getString("tokenType"))
        .containsExactly("ID_TOKEN", "REFRESH_TOKEN");
    assertThat(events).noneMatch(event -> event.getBoolean("cached"));
  }

  @Test
  void recordsNothingBelowTheThreshold() {
    Map<String, String> settings =
        Map.of(Recorded.VALIDATION + "#enabled", "true", Recorded.VALIDATION + "#threshold", "1 h");

    assertThat(Recorded.events(settings, () -> validator.validate(issuer.token().compact())))
        .isEmpty();
  }

  @Test
  void recordsOnlyOutliers() {
    TokenValidator picky =
        validator(
            JfrMonitor.builder().outliers(100).build(),
            config().claimCheck("slow", claims -> !claims.contains("slow") || pause()).build());
    String usual = issuer.token().compact();
    String slow = issuer.token().claim("slow", true).compact();

    List<RecordedEvent> events =
        Recorded.validations(() -> {
          for (int i = 0; i < 5_000; i++) {
            picky.validate(usual);
          }
          picky.validate(slow);
        });

    // Others are outliers when they have to wait for a processor, but not half of them.
    assertThat(events).hasSizeBetween(1, 2_500);
    assertThat(events.get(events.size() - 1).getDuration("customChecks"))
        .isGreaterThanOrEqualTo(PAUSE);
  }

  private static boolean pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return true;
  }

  @Test
  void doesNothingWithoutARecording() {
    assertThat(new JfrMonitor().begin(TokenType.ACCESS_TOKEN)).isNull();
    Recorded.validations(
        () -> assertThat(new JfrMonitor().begin(TokenType.ACCESS_TOKEN)).isNotNull());
    Recorded.statistics(
        () -> assertThat(new JfrMonitor().begin(TokenType.ACCESS_TOKEN)).isNotNull());
    assertThat(new JfrMonitor().begin(TokenType.ACCESS_TOKEN)).isNull();
  }

  @Test
  void writesNeitherTokensNorClaimsNorKeyIds() {
    String token =
        issuer.token().subject("alice-subject").claim("email", "alice@mail.example").compact();
    List<RecordedEvent> events = new ArrayList<>();
    events.addAll(
        Recorded.validations(() -> {
          validator.validate(token);
          assertThat(validator.tryValidate(Tampering.flipSignatureBit(token)).isAccepted())
              .isFalse();
        }));
    events.addAll(Recorded.statistics(() -> validator.validate(token)));

    assertThat(events).hasSizeGreaterThan(2);
    for (RecordedEvent event : events) {
      assertThat(event.toString())
          .doesNotContain(token.split("\\."))
          .doesNotContain("alice", AUDIENCE, issuer.key(SignatureAlgorithm.ES256).keyId());
    }
  }

  // Keys

  @Test
  void recordsKeyRefreshes() {
    try (TestIssuer online = TestIssuer.start();
        TokenValidator watched =
            validator(
                JfrMonitor.builder().name("orders").build(),
                online.config().audience(AUDIENCE).build())) {
      String token = online.token().compact();
      List<RecordedEvent> events =
          Recorded.events(
              Map.of(Recorded.KEY_REFRESH + "#enabled", "true"),
              () -> {
                watched.validate(token);
                Recorded.awaitRefreshReports();
              });

      RecordedEvent event = only(events);
      assertThat(event.getString("validator")).isEqualTo("orders");
      assertThat(event.getString("issuer")).isEqualTo(online.issuer());
      assertThat(event.getString("cause")).isEqualTo("NO_KEYS");
      assertThat(event.getString("outcome")).isEqualTo("RENEWED");
      assertThat(event.getInt("keys")).isEqualTo(1);
      assertThat(event.getDuration("refreshDuration")).isPositive();
      assertThat(event.getString("error")).isNull();
    }
  }

  @Test
  void recordsTheTablesOfEachIssuerUntilTheValidatorIsClosed() {
    Map<String, String> settings =
        Map.of(
            Recorded.KEY_TABLES + "#enabled", "true", Recorded.KEY_TABLES + "#period", "endChunk");
    TokenValidator orders =
        validator(JfrMonitor.builder().name("tables").build(), config().build());
    String token = issuer.token().algorithm(SignatureAlgorithm.RS256).compact();
    orders.validate(token);

    RecordedEvent event = only(ofTables(settings));
    assertThat(event.getString("issuer")).isEqualTo("https://issuer.example");
    assertThat(event.getInt("tables")).isZero();
    assertThat(event.getInt("declined")).isZero();
    assertThat(event.getInt("overBudget")).isZero();
    assertThat(event.getString("error")).isNull();
    orders.close();
    assertThat(ofTables(settings)).isEmpty();
    assertThat(ofTables(settings)).isEmpty();
  }

  /** The events of the monitor of that name; other tests have validators, too. */
  private static List<RecordedEvent> ofTables(Map<String, String> settings) {
    return Recorded.events(settings, () -> {}).stream()
        .filter(event -> event.getString("validator").equals("tables"))
        .toList();
  }

  // Statistics

  @Test
  void countsStepsAndOutcomes() {
    String token = issuer.token().compact();

    List<RecordedEvent> events =
        Recorded.statistics(() -> {
          for (int i = 0; i < 4; i++) {
            validator.validate(token);
          }
          assertThat(validator.tryValidate(issuer.token().audience("other").compact()).isAccepted())
              .isFalse();
          validator.checkRefreshTokenFormat("opaque");
        });

    RecordedEvent whole = statistics(events, "ACCESS_TOKEN", "COMPLETE_VALIDATION");
    assertThat(whole.getLong("count")).isEqualTo(5);
    assertThat(whole.getLong("accepted")).isEqualTo(4);
    assertThat(whole.getLong("rejected")).isEqualTo(1);
    assertThat(whole.getLong("undecided")).isZero();
    assertThat(whole.getLong("abandoned")).isZero();
    assertThat(whole.getFloat("hitRate")).isEqualTo(0.6f);
    assertThat(whole.getInt("concurrency")).isEqualTo(1);
    assertThat(whole.getDuration("elapsed")).isPositive();
    assertThat(whole.getDuration("p50")).isPositive();
    assertThat(whole.getDuration("p95")).isGreaterThanOrEqualTo(whole.getDuration("p50"));
    assertThat(whole.getDuration("p99")).isEqualTo(whole.getDuration("maximum"));
    assertThat(whole.getDuration("mean")).isPositive();
    assertThat(statistics(events, "ACCESS_TOKEN", "SIGNATURE_VALIDATION").getLong("count"))
        .isEqualTo(1);
    assertThat(statistics(events, "ACCESS_TOKEN", "CACHE_LOOKUP").getLong("count")).isEqualTo(5);
    assertThat(statistics(events, "REFRESH_TOKEN", "COMPLETE_VALIDATION").getLong("count"))
        .isEqualTo(1);
    assertThat(events).noneMatch(event -> event.getString("tokenType").equals("ID_TOKEN"));
  }

  @Test
  void reportsTheDifferencesOfEachPeriod() {
    String token = issuer.token().compact();
    Recorded.statistics(() -> validator.validate(token));

    List<RecordedEvent> second =
        Recorded.statistics(() -> {
          validator.validate(token);
          validator.validate(token);
        });
    RecordedEvent whole = statistics(second, "ACCESS_TOKEN", "COMPLETE_VALIDATION");
    assertThat(whole.getLong("count")).isEqualTo(2);
    assertThat(whole.getFloat("hitRate")).isEqualTo(1);
    assertThat(Recorded.statistics(() -> {})).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void countsConcurrencyAcrossThreads(boolean virtual) throws Exception {
    assumeTrue(!virtual || Runtime.version().feature() >= 21, NO_VIRTUAL_THREADS);
    int threads = 8;
    CountDownLatch all = new CountDownLatch(threads);
    TokenValidator together =
        validator(
            new JfrMonitor(),
            config()
                .claimCheck(
                    "together",
                    claims -> {
                      all.countDown();
                      return await(all);
                    })
                .build());
    String token = issuer.token().compact();
    ExecutorService executor = virtual ? virtualThreads() : Executors.newFixedThreadPool(threads);
    try {
      List<RecordedEvent> events =
          Recorded.statistics(() -> {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
              results.add(executor.submit(() -> together.validate(token)));
            }
            results.forEach(JfrMonitorTest::await);
          });
      RecordedEvent whole = statistics(events, "ACCESS_TOKEN", "COMPLETE_VALIDATION");
      assertThat(whole.getLong("count")).isEqualTo(threads);
      assertThat(whole.getInt("concurrency")).isEqualTo(threads);
    } finally {
      executor.shutdownNow();
    }
  }

  /** {@code Executors.newVirtualThreadPerTaskExecutor()}, which Java 17 lacks. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(Future<?> result) {
    try {
      result.get(2, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  // Options

  @Test
  void refusesInvalidOptions() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JfrMonitor.builder().name(" "))
        .withMessage("name: \" \" is blank; choose a name, or omit the option");
    for (double multiple : new double[] {0.9, -1, Double.NaN, 1_000_001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JfrMonitor.builder().outliers(multiple))
          .withMessageStartingWith("outliers: " + multiple + " is not from 1 to 1,000,000;");
    }
  }

  private static RecordedEvent only(List<RecordedEvent> events) {
    assertThat(events).hasSize(1);
    return events.get(0);
  }

  private static RecordedEvent statistics(List<RecordedEvent> events, String type, String step) {
    return only(
        events.stream()
            .filter(event -> event.getString("tokenType").equals(type))
            .filter(event -> event.getString("step").equals(step))
            .toList());
  }
}
