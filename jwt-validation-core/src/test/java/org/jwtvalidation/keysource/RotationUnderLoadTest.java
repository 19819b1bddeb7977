// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.ValidationResult;

/** Keys come and go while many threads validate, and not one answer is wrong. */
@Tag("jdk-independent")
@Tag("slow")
@Timeout(300)
class RotationUnderLoadTest {

  private static final int ROTATIONS = 10;
  private static final int VALIDATIONS = 100_000;
  private static final int THREADS = 8;

  /** What has to become of tokens for as long as the stage lasts; either is right for neither. */
  private static final class Stage {
    final List<String> accepted;
    final List<String> rejected;

    Stage(List<String> accepted, List<String> rejected) {
      this.accepted = accepted;
      this.rejected = rejected;
    }
  }

  private final AtomicLong attempts = new AtomicLong();
  private final AtomicLong validations = new AtomicLong();
  private final AtomicLong acceptances = new AtomicLong();
  private final AtomicLong rejections = new AtomicLong();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private volatile Stage stage = new Stage(List.of(), List.of());
  private volatile boolean over;

  private void validate(TokenValidator validator) {
    while (!over) {
      Stage before = stage;
      boolean good = before.rejected.isEmpty() || ThreadLocalRandom.current().nextInt(4) > 0;
      List<String> tokens = good ? before.accepted : before.rejected;
      if (tokens.isEmpty()) {
        Thread.onSpinWait();
        continue;
      }
      String token = tokens.get(ThreadLocalRandom.current().nextInt(tokens.size()));
      ValidationResult<?> result = validator.tryValidate(token);
      attempts.incrementAndGet();
      if (before == stage) {
        validations.incrementAndGet();
        boolean accepted = result instanceof ValidationResult.Accepted;
        (accepted ? acceptances : rejections).incrementAndGet();
        if (accepted != good) {
          wrong.add((good ? "a good token: " : "a token of a withdrawn key: ") + result);
        }
      }
    }
  }

  /** Lets the load go on at {@code next} until its share of validations is done. */
  private void during(Stage next) {
    stage = next;
    long until = validations.get() + VALIDATIONS / ROTATIONS / 3 + 1;
    await(() -> validations.get() >= until || !wrong.isEmpty());
  }

  @Test
  void answersRightInAHundredThousandValidationsOverTenRotations() throws InterruptedException {
    try (FaultScene scene = new FaultScene()) {
      TokenValidator validator = scene.validator();
      TestKey current = scene.issuer.key(ES256);
      List<String> old = tokens(scene, current);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(() -> validate(validator), "load-" + i);
        threads.add(thread);
        thread.start();
      }
      for (int rotation = 0; rotation < ROTATIONS && wrong.isEmpty(); rotation++) {
        during(new Stage(old, List.of()));

        TestKey next = scene.issuer.rotate(ES256);
        List<String> fresh = tokens(scene, next);
        List<String> both = new ArrayList<>(old);
        both.addAll(fresh);
        // Tokens of withdrawn keys have used up the fetch for unknown keys, and so may strangers:
        // a key should be published a cooldown before it is used.
        pass(scene, 30);
        stage = new Stage(both, List.of());
        pass(scene, 30);
        during(stage);

        // From its withdrawal until the next refresh a key may be used and may not.
        stage = new Stage(fresh, List.of());
        scene.issuer.withdraw(current);
        awaitFetchFromNowOn(scene, validator);
        during(new Stage(fresh, old));

        current = next;
        old = fresh;
      }
      over = true;
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(validations.get()).isGreaterThanOrEqualTo(VALIDATIONS);
    assertThat(acceptances.get()).isGreaterThan(VALIDATIONS / 2);
    assertThat(rejections.get()).isGreaterThan(VALIDATIONS / 50);
  }

  /** Waits for the end of a fetch that begins after this; one may still be under way. */
  private static void awaitFetchFromNowOn(FaultScene scene, TokenValidator validator) {
    long begun = scene.issuer.jwksRequests();
    while (scene.health(validator).refreshes() <= begun) {
      long over = scene.health(validator).refreshes();
      scene.pass(Duration.ofMinutes(8));
      await(() -> scene.health(validator).refreshes() > over);
    }
  }

  /** Lets seconds pass, with at least one validation in each. */
  private void pass(FaultScene scene, int seconds) {
    for (int second = 0; second < seconds; second++) {
      scene.pass(Duration.ofSeconds(1));
      long before = attempts.get();
      while (attempts.get() == before && wrong.isEmpty()) {
        LockSupport.parkNanos(20_000);
      }
    }
  }

  private static List<String> tokens(FaultScene scene, TestKey key) {
    return IntStream.range(0, 20).mapToObj(i -> scene.token(key)).toList();
  }
}
