// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.Provider;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Patience;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.VerifyOnlySignature;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.ValidationResult;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class VerificationGateTest {

  private static final int CALLERS = 12;

  /** One for all, because the search for an RSA key takes long. */
  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");

  private final SlowProvider provider = new SlowProvider();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final ExecutorService callers =
      Executors.newFixedThreadPool(
          CALLERS,
          work -> {
            Thread thread = new Thread(work);
            threads.add(thread);
            return thread;
          });

  @AfterEach
  void endCalls() {
    provider.mayFinish.release(CALLERS);
    callers.shutdownNow();
  }

  private TokenValidator.Builder validator() {
    return TokenValidator.builder()
        .issuer(ISSUER.config().audience(TestIssuer.AUDIENCE).build())
        .signaturePolicy(SignaturePolicy.provider(provider));
  }

  private String token(int number) {
    return ISSUER
        .token()
        .signedBy(ISSUER.key(SignatureAlgorithm.RS256))
        .subject("user-" + number)
        .compact();
  }

  /** Whether the thread is at the gate, where nothing but a permit will move it. */
  private static boolean isWaiting(Thread thread) {
    Set<String> classes =
        Stream.of(thread.getStackTrace())
            .map(StackTraceElement::getClassName)
            .collect(Collectors.toSet());
    return thread.getState() == Thread.State.WAITING
        && classes.contains(VerificationGate.class.getName())
        && !classes.contains(SlowProvider.class.getName());
  }

  private void awaitWaiting(int expected) {
    Patience.until(
        "callers at the gate",
        () -> threads.stream().filter(VerificationGateTest::isWaiting).count() == expected);
  }

  private List<Future<AccessToken>> validateAtOnce(TokenValidator validator) {
    List<Future<AccessToken>> answers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      String token = token(i);
      answers.add(callers.submit(() -> validator.validate(token)));
    }
    return answers;
  }

  @Test
  void letsAllInUnlessToldOtherwise() throws Exception {
    try (TokenValidator validator = validator().build()) {
      List<Future<AccessToken>> answers = validateAtOnce(validator);

      provider.entered.acquire(CALLERS);
      provider.mayFinish.release(CALLERS);
      for (Future<AccessToken> answer : answers) {
        answer.get();
      }
    }
  }

  @Test
  void letsNoMoreInThanToldAndAllInTheEnd() throws Exception {
    try (TokenValidator validator = validator().maxConcurrentVerifications(3).build()) {
      List<Future<AccessToken>> answers = validateAtOnce(validator);

      provider.entered.acquire(3);
      awaitWaiting(CALLERS - 3);
      assertThat(provider.entered.availablePermits()).isZero();
      provider.mayFinish.release(CALLERS);
      for (int i = 0; i < CALLERS; i++) {
        assertThat(answers.get(i).get().subject()).isEqualTo("user-" + i);
      }
      assertThat(provider.mostAtOnce).hasValue(3);
    }
  }

  @Test
  void letsCachedAndMalformedTokensPassWhileItIsFull() throws Exception {
    try (TokenValidator validator = validator().maxConcurrentVerifications(1).build()) {
      provider.mayFinish.release();
      String cached = token(99);
      validator.validate(cached);
      provider.entered.acquire();
      List<Future<AccessToken>> waiting = validateAtOnce(validator);
      provider.entered.acquire();

      assertThat(validator.validate(cached).subject()).isEqualTo("user-99");
      assertThatThrownBy(() -> validator.validate("a.b.c"))
          .isInstanceOf(TokenRejectedException.class);

      provider.mayFinish.release(CALLERS);
      for (Future<AccessToken> answer : waiting) {
        answer.get();
      }
    }
  }

  @Test
  void letsIdTokensInOneByOneToo() throws Exception {
    try (TokenValidator validator = validator().maxConcurrentVerifications(1).build()) {
      List<Future<IdToken>> answers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String token =
            ISSUER
                .token()
                .idToken("shop-web", "n-" + i)
                .signedBy(ISSUER.key(SignatureAlgorithm.RS256))
                .compact();
        IdTokenExpectation expected = IdTokenExpectation.of("shop-web", "n-" + i);
        answers.add(callers.submit(() -> validator.validateIdToken(token, expected)));
      }

      provider.entered.acquire();
      awaitWaiting(2);
      assertThat(provider.entered.availablePermits()).isZero();
      provider.mayFinish.release(3);
      for (Future<IdToken> answer : answers) {
        assertThat(answer.get().issuer()).isEqualTo(ISSUER.issuer());
      }
    }
  }

  @Test
  void letsTheNextInAfterOneThatHasFailed() {
    try (TokenValidator validator = validator().maxConcurrentVerifications(1).build()) {
      provider.mayFinish.release(10);
      provider.error = new StackOverflowError();
      String token = token(1);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> validator.validate(token)).isSameAs(provider.error);
      }
      provider.error = null;
      provider.answer = false;
      assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Rejected.class);
      provider.answer = true;
      assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Accepted.class);
    }
  }

  @Test
  void answersWhoIsInterruptedWhileWaitingAndKeepsTheFlag() throws Exception {
    try (TokenValidator validator = validator().maxConcurrentVerifications(1).build()) {
      Future<AccessToken> first = callers.submit(() -> validator.validate(token(1)));
      provider.entered.acquire();
      AtomicInteger flagsKept = new AtomicInteger();
      Thread interrupted =
          new Thread(() -> {
            validator.validate(token(2));
            flagsKept.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
          });
      interrupted.setDaemon(true);
      interrupted.start();
      Patience.until("the caller at the gate", () -> isWaiting(interrupted));
      interrupted.interrupt();
      // Who waits on, in spite of it, has taken note and cleared the flag.
      Patience.until(
          "the caller back at the gate",
          () -> !interrupted.isInterrupted() && isWaiting(interrupted));
      assertThat(provider.entered.availablePermits()).isZero();

      provider.mayFinish.release(2);
      interrupted.join();
      assertThat(flagsKept).hasValue(1);
      assertThat(first.get().subject()).isEqualTo("user-1");
    }
  }

  /** Signals when a verification has begun, and blocks it until a test lets it end. */
  private static final class SlowProvider extends Provider {

    private static final long serialVersionUID = 1L;

    private final transient Semaphore entered = new Semaphore(0);
    private final transient Semaphore mayFinish = new Semaphore(0);
    private final transient AtomicInteger current = new AtomicInteger();
    private final transient AtomicInteger mostAtOnce = new AtomicInteger();
    private transient volatile Error error;
    private transient volatile boolean answer = true;

    SlowProvider() {
      super("Slow", "1", "verifies when it is told to");
      putService(
          new Service(this, "Signature", "SHA256withRSA", "Slow", null, null) {
            @Override
            public Object newInstance(Object parameter) {
              return new Verification(SlowProvider.this);
            }
          });
    }

    private boolean verify() {
      mostAtOnce.accumulateAndGet(current.incrementAndGet(), Math::max);
      entered.release();
      mayFinish.acquireUninterruptibly();
      current.decrementAndGet();
      if (error != null) {
        throw error;
      }
      return answer;
    }
  }

  private static final class Verification extends VerifyOnlySignature {

    private final SlowProvider provider;

    Verification(SlowProvider provider) {
      this.provider = provider;
    }

    @Override
    protected void engineInitVerify(PublicKey key) {}

    @Override
    protected boolean engineVerify(byte[] signature) {
      return provider.verify();
    }
  }
}
