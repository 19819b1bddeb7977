// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.monitor.LatencySnapshot;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TokenValidatorConcurrencyTest {

  private static final int CALLERS = 64;
  private static final int VALIDATIONS = 400;

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final LatencyMonitor monitor = new LatencyMonitor();
  private final TokenValidator validator =
      TokenValidator.builder()
          .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
          .cacheSize(8)
          .monitor(monitor)
          .build();

  /** Each token with the one answer that it deserves: its subject, or the reason against it. */
  private Map<String, String> tokensAndAnswers() {
    Map<String, String> answers = new LinkedHashMap<>();
    for (int i = 0; i < 12; i++) {
      answers.put(issuer.token().subject("user-" + i).compact(), "user-" + i);
      String tampered = Tampering.flipSignatureBit(issuer.token().subject("user-" + i).compact());
      answers.put(tampered, Reason.SIGNATURE_INVALID.name());
    }
    answers.put(issuer.token().audience("another-api").compact(), Reason.AUDIENCE_MISMATCH.name());
    answers.put(issuer.token().unsecured().compact(), Reason.UNSECURED_TOKEN.name());
    answers.put("not a token", Reason.MALFORMED_SEGMENTS.name());
    return answers;
  }

  private String answer(String token) {
    ValidationResult<AccessToken> result = validator.tryValidate(token);
    if (result instanceof ValidationResult.Accepted<AccessToken> accepted) {
      return String.valueOf(accepted.token().subject());
    }
    if (result instanceof ValidationResult.Rejected<AccessToken> rejected) {
      return rejected.rejection().reason().name();
    }
    return "undecided";
  }

  private List<String> wrongAnswers(Map<String, String> answers, ExecutorService executor)
      throws Exception {
    List<String> tokens = List.copyOf(answers.keySet());
    CyclicBarrier start = new CyclicBarrier(CALLERS);
    List<Future<List<String>>> callers = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      callers.add(
          executor.submit(() -> {
            start.await();
            List<String> wrong = new ArrayList<>();
            for (int i = 0; i < VALIDATIONS; i++) {
              String token = tokens.get(ThreadLocalRandom.current().nextInt(tokens.size()));
              String answer = answer(token);
              if (!answer.equals(answers.get(token))) {
                wrong.add(answers.get(token) + " expected, " + answer + " given");
              }
            }
            return wrong;
          }));
    }
    List<String> wrong = new ArrayList<>();
    for (Future<List<String>> caller : callers) {
      wrong.addAll(caller.get());
    }
    executor.shutdown();
    return wrong;
  }

  private void assertEveryValidationWasCounted() {
    LatencySnapshot snapshot = monitor.snapshot();
    long accepted = snapshot.accepted().getOrDefault(TokenType.ACCESS_TOKEN, 0L);
    long rejected = snapshot.rejected().values().stream().mapToLong(Long::longValue).sum();
    assertThat(accepted + rejected).isEqualTo((long) CALLERS * VALIDATIONS);
    assertThat(snapshot.latency(TokenType.ACCESS_TOKEN, ValidationStep.COMPLETE_VALIDATION).count())
        .isEqualTo((long) CALLERS * VALIDATIONS);
  }

  @Test
  void givesManyThreadsTheRightAnswers() throws Exception {
    assertThat(wrongAnswers(tokensAndAnswers(), Executors.newFixedThreadPool(CALLERS))).isEmpty();
    assertEveryValidationWasCounted();
  }

  @Test
  void givesManyVirtualThreadsTheRightAnswers() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "no virtual threads: use JDK 21 or newer");
    ExecutorService virtualThreads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);

    assertThat(wrongAnswers(tokensAndAnswers(), virtualThreads)).isEmpty();
    assertEveryValidationWasCounted();
  }

  @Test
  void givesTheRightAnswersWhileKeysAreRotated() throws Exception {
    Map<String, String> answers = tokensAndAnswers();
    TestKey signingKey = issuer.key(SignatureAlgorithm.ES256);
    AtomicBoolean isAnswered = new AtomicBoolean();
    FutureTask<Integer> rotations =
        new FutureTask<>(() -> {
          int rounds = 0;
          for (; !isAnswered.get(); rounds++) {
            TestKey added = TestKey.generate(SignatureAlgorithm.ES256, "added-" + rounds);
            issuer.publish(added);
            issuer.withdraw(added);
          }
          return rounds;
        });
    new Thread(rotations).start();

    try {
      assertThat(wrongAnswers(answers, Executors.newFixedThreadPool(CALLERS))).isEmpty();
    } finally {
      isAnswered.set(true);
    }
    assertThat(rotations.get()).as("rounds meanwhile").isPositive();

    issuer.rotate(SignatureAlgorithm.ES256);
    issuer.withdraw(signingKey);
    answers.forEach((token, answer) -> {
      boolean named = answer.startsWith("user-") || answer.equals("SIGNATURE_INVALID");
      assertThat(answer(token)).isEqualTo(named ? Reason.KEY_UNKNOWN.name() : answer);
    });
  }

  @Test
  void isSafeToCloseWhileItIsInUse() throws Exception {
    String token = issuer.token().compact();
    ExecutorService executor = Executors.newFixedThreadPool(8);
    List<Future<Throwable>> callers = new ArrayList<>();
    CountDownLatch inUse = new CountDownLatch(8);
    for (int i = 0; i < 8; i++) {
      callers.add(
          executor.submit(() -> {
            try {
              while (true) {
                validator.validate(token);
                inUse.countDown();
              }
            } catch (RuntimeException e) {
              return e;
            }
          }));
    }
    inUse.await();
    validator.close();

    for (Future<Throwable> caller : callers) {
      // Undecided if it was under way.
      assertThat(caller.get())
          .isInstanceOfAny(IllegalStateException.class, UndecidedException.class);
    }
    executor.shutdown();
  }
}
