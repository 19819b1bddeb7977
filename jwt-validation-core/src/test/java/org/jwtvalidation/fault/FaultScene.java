// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Patience;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.HeldThreads;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.keysource.SteeredTime;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;

/**
 * An issuer on loopback with one key, a validator that takes its keys from there over HTTP, and a
 * time that passes when a test says so. Time-outs are real: too long for any machine to reach them,
 * unless a test is about one.
 */
public final class FaultScene implements AutoCloseable {

  /** Long enough for any machine; for faults that show at once, and for whatever must come. */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * For faults that show by a time-out, which each of them waits for. A machine under load may need
   * several attempts to get keys in this time.
   */
  public static final Duration SHORT = Duration.ofMillis(100);

  public final TestIssuer issuer;
  public final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 7);
  public final AtomicLong wallTime =
      new AtomicLong(Instant.parse("2026-03-01T12:00:00Z").toEpochMilli());
  private final HeldThreads threads = new HeldThreads();
  private final TestCertificate certificate;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<CountDownLatch> gates = new CopyOnWriteArrayList<>();

  public FaultScene() {
    this(TestIssuer.start(), null);
  }

  public FaultScene(TestCertificate certificate) {
    this(TestIssuer.startTls(certificate), certificate);
  }

  private FaultScene(TestIssuer issuer, TestCertificate certificate) {
    this.issuer = issuer;
    this.certificate = certificate;
    issuer.key(ES256);
  }

  /** The issuer's JWK Set by its URI, trusting the issuer's certificate. */
  public HttpKeySource.Builder source() {
    return source(issuer.jwksUri());
  }

  /** The JWK Set at another URI that leads to the issuer, trusting the issuer's certificate. */
  public HttpKeySource.Builder source(URI jwksUri) {
    return configured(HttpKeySource.jwksUri(jwksUri));
  }

  public HttpKeySource.Builder discovered() {
    return configured(HttpKeySource.discovered(issuer.issuer()));
  }

  /** The JWK Set as this fetcher has it, in place of a client. */
  public HttpKeySource.Builder fetchedBy(KeyFetcher fetcher) {
    HttpKeySource.Builder source = HttpKeySource.jwksUri(issuer.jwksUri()).allowLoopbackHttp();
    return steered(source.fetcher(fetcher).totalTimeout(PATIENCE));
  }

  private HttpKeySource.Builder configured(HttpKeySource.Builder source) {
    if (certificate == null) {
      source.allowLoopbackHttp();
    } else {
      source.sslContext(certificate.sslContext());
    }
    return steered(patient(source));
  }

  private HttpKeySource.Builder steered(HttpKeySource.Builder source) {
    return threads.in(SteeredTime.of(source, nanoTime::get, wallTime::get));
  }

  /** Waits as long as it takes for what is going to come. */
  public static HttpKeySource.Builder patient(HttpKeySource.Builder source) {
    return source.connectTimeout(PATIENCE).totalTimeout(PATIENCE);
  }

  /** Waits for what is not going to come, and not for long. */
  public static HttpKeySource.Builder hurried(HttpKeySource.Builder source) {
    return source.connectTimeout(SHORT).totalTimeout(SHORT);
  }

  public TokenValidator validator() {
    return validator(source());
  }

  /** Is closed with the scene. */
  public TokenValidator validator(HttpKeySource.Builder source) {
    return validator(source.build());
  }

  public TokenValidator validator(KeySource source) {
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(
                IssuerConfig.builder(issuer.issuer())
                    .audience(TestIssuer.AUDIENCE)
                    .keySource(source)
                    .build())
            .clock(() -> Instant.ofEpochMilli(wallTime.get()))
            .build();
    opened.push(validator);
    return validator;
  }

  /** Tokens live for years, so that it is up to their keys how long they are accepted. */
  public String token() {
    return token(issuer.key(ES256));
  }

  public String token(TestKey key) {
    return issuer
        .token()
        .at(() -> Instant.ofEpochMilli(wallTime.get()))
        .expiresIn(Duration.ofDays(3650))
        .signedBy(key)
        .compact();
  }

  public void pass(Duration duration) {
    nanoTime.addAndGet(duration.toNanos());
    wallTime.addAndGet(duration.toMillis());
  }

  /** Answers requests for the JWK Set by this from now on, but only once the gate is open. */
  CountDownLatch gated(TestResponse response) {
    CountDownLatch gate = new CountDownLatch(1);
    gates.add(gate);
    issuer.jwksResponder(request -> {
      awaitOpen(gate);
      return response;
    });
    return gate;
  }

  /** Waits until the latch has counted down. */
  public static void awaitOpen(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("in time").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public KeySourceHealth health(TokenValidator validator) {
    return validator.keyHealth().get(issuer.issuer());
  }

  public static void assertAccepted(TokenValidator validator, String token) {
    assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Accepted.class);
  }

  public static void assertRejected(TokenValidator validator, String token, Reason reason) {
    assertThat(validator.tryValidate(token))
        .isInstanceOfSatisfying(
            ValidationResult.Rejected.class,
            rejected -> assertThat(rejected.rejection().reason()).isEqualTo(reason));
  }

  public static void assertUndecided(TokenValidator validator, String token) {
    assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Undecided.class);
  }

  /** States it of the JWK Set at its URI, for a fault that needs no more than the set to end. */
  public void assertOutlives(Runnable fault, String error) {
    assertOutlives(source(), fault, () -> issuer.jwksResponse(null), error);
  }

  /**
   * Checks that keys stay in use while fetches fail: no caller waits for the fetch, the failure is
   * logged and counted once, the next fetch starts after its wait; at hard expiry tokens become
   * undecided; and tokens are accepted soon after the fault is gone.
   *
   * @param error part of what health and log say about the fault
   */
  public void assertOutlives(
      HttpKeySource.Builder source, Runnable fault, Runnable repair, String error) {
    TokenValidator validator = validator(source);
    awaitAccepted(validator);
    KeySourceHealth before = health(validator);
    assertThat(before.state()).isEqualTo(State.CURRENT);

    fault.run();
    try (CapturedLog log = new CapturedLog()) {
      pass(Duration.ofMinutes(8));
      threads.hold();
      assertAccepted(validator, token());
      // It can neither go on nor fail before the threads are released, except by a caller that has
      // waited for all of its time.
      assertThat(health(validator).nextRefresh()).as("the fetch is under way").isZero();
      assertThat(health(validator).refreshes()).isEqualTo(before.refreshes());
      threads.release();
      awaitFailedRefreshes(validator, before.failedRefreshes() + 1);
      String token = token();
      for (int i = 0; i < 50; i++) {
        assertAccepted(validator, token);
      }
      KeySourceHealth during = health(validator);
      assertThat(during.failedRefreshes()).isEqualTo(before.failedRefreshes() + 1);
      assertThat(during.refreshes()).isEqualTo(before.refreshes() + 1);
      assertThat(during.state()).isEqualTo(State.STALE);
      assertThat(during.lastError()).contains(error);
      await(() -> !log.lines(Level.WARNING).isEmpty());
      List<String> lines = log.lines(Level.WARNING);
      assertThat(lines).hasSize(1);
      assertThat(lines.get(0)).contains("could not be fetched").contains(error);
    }

    pass(Duration.ofHours(11));
    assertAccepted(validator, token());
    pass(Duration.ofHours(1));
    assertUndecided(validator, token());

    repair.run();
    pass(Duration.ofSeconds(30));
    awaitAccepted(validator);
    assertThat(health(validator).state()).isEqualTo(State.CURRENT);
    assertThat(health(validator).lastError()).isNull();
  }

  /** Waits until so many refreshes have failed and none is under way. */
  public void awaitFailedRefreshes(TokenValidator validator, long failed) {
    await(() -> health(validator).failedRefreshes() == failed);
    await(() -> !health(validator).nextRefresh().isZero());
  }

  /**
   * Waits for the keys; a machine under load may need more than one attempt to get them in time.
   */
  public void awaitAccepted(TokenValidator validator) {
    await(() -> {
      boolean accepted = validator.tryValidate(token()) instanceof ValidationResult.Accepted;
      if (!accepted) {
        pass(Duration.ofSeconds(30));
      }
      return accepted;
    });
  }

  /** Waits until the condition is true, for as long as any machine may need. */
  public static void await(BooleanSupplier condition) {
    Patience.until(condition);
  }

  @Override
  public void close() {
    threads.release();
    gates.forEach(CountDownLatch::countDown);
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    issuer.close();
    // The log is told of a failure by a thread of its own, which the next test must not hear.
    await(threads::isIdle);
  }
}
