package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.ValidationResult;

/**
 * Tokens with invented Key IDs, sent at a steady rate by several threads until closed. Apart from
 * the Key ID they are as good as the token that they are made of.
 */
public final class Flood implements AutoCloseable {

  private static final int THREADS = 4;

  private final TokenValidator validator;
  private final String payloadAndSignature;
  private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  public Flood(TokenValidator validator, String token, int tokensASecond) {
    this.validator = validator;
    this.payloadAndSignature = token.substring(token.indexOf('.'));
    long interval = 1_000_000_000L * THREADS / tokensASecond;
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(() -> send(interval), "flood-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void send(long interval) {
    long next = System.nanoTime();
    while (!over) {
      long wait = next - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      }
      answers.computeIfAbsent(answer(), name -> new LongAdder()).increment();
      next += interval;
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
  public Map<String, LongAdder> answers() {
    return answers;
  }

  public long sent() {
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
