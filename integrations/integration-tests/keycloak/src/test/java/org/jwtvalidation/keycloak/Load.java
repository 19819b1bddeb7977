// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;

/** Threads that validate one token over and over, and remember every answer but acceptance. */
final class Load implements AutoCloseable {

  private static final int THREADS = 4;
  private static final String ACCEPTED = "accepted";

  /** Short enough to be there at any moment, long enough to leave the processors to Keycloak. */
  private static final long PAUSE_MILLIS = 1;

  private final TokenValidator validator;
  private final String token;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong accepted = new AtomicLong();
  private final Map<String, AtomicLong> others = new ConcurrentHashMap<>();

  Load(TokenValidator validator, String token) {
    this.validator = validator;
    this.token = token;
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(this::validate, "load-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  private void validate() {
    try {
      while (true) {
        count();
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void count() {
    String answer = answer();
    if (answer.equals(ACCEPTED)) {
      accepted.incrementAndGet();
    } else {
      others.computeIfAbsent(answer, unseen -> new AtomicLong()).incrementAndGet();
    }
  }

  private String answer() {
    try {
      ValidationResult<AccessToken> result = validator.tryValidate(token);
      return result instanceof ValidationResult.Accepted ? ACCEPTED : result.toString();
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  /** States that every validation has accepted the token, and that there were many. */
  void assertAllAccepted() {
    assertThat(others).isEmpty();
    assertThat(accepted).hasValueGreaterThan(100);
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
