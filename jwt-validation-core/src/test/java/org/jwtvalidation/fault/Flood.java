// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.token.ValidationResult;

/**
 * Tokens with invented Key IDs, sent by several threads as fast as they can until closed. Apart
 * from the Key ID they are as good as the token that they are made of.
 */
final class Flood implements AutoCloseable {

  private static final int THREADS = 4;

  private final TokenValidator validator;
  private final String payloadAndSignature;
  private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  Flood(TokenValidator validator, String token) {
    this.validator = validator;
    this.payloadAndSignature = token.substring(token.indexOf('.'));
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(this::send, "flood-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void send() {
    while (!over) {
      answers.computeIfAbsent(answer(), name -> new LongAdder()).increment();
    }
  }

  private String answer() {
    String header =
        "{\"alg\":\"ES256\",\"kid\":\"" + ThreadLocalRandom.current().nextLong() + "\"}";
    String token =
        Base64.getUrlEncoder().withoutPadding().encodeToString(header.getBytes(UTF_8))
            + payloadAndSignature;
    return validator.tryValidate(token) instanceof ValidationResult.Rejected<?> rejected
        ? rejected.rejection().reason().name()
        : "no rejection";
  }

  /** How often each answer was given. */
  Map<String, LongAdder> answers() {
    return answers;
  }

  /** Waits until so many more tokens have been sent from now on. */
  void awaitSent(long tokens) {
    // Each thread may just be sending one that it began before.
    long until = sent() + THREADS + tokens;
    FaultScene.await(() -> sent() >= until);
  }

  private long sent() {
    return answers.values().stream().mapToLong(LongAdder::sum).sum();
  }

  @Override
  public void close() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
