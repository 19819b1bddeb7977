// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Arithmetic;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.ValidationResult;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What do callers notice of a busy server's keys, which come from the issuer over HTTP? 100 threads
 * validate without a cache while nothing happens to the keys; while the issuer signs by a new key
 * every second; and while every tenth token names a key that nobody has. A token that is not
 * answered as it must be fails the row.
 */
public class RemoteKeysBenchmark extends ServerUnderLoad {

  /** What happens meanwhile. */
  public enum Event {
    /** Nothing. */
    NONE,
    /** The issuer publishes a new key, and signs by it from then on. */
    ROTATION,
    /** Every tenth token names a key that does not exist. */
    UNKNOWN_KEYS
  }

  private static final int TOKENS = 100;

  /** After so many periods, the first of these keys is published again, as if it were new. */
  private static final int KEYS = 20;

  private static final int UNKNOWN_PERCENT = 10;
  private static final long PERIOD_MILLIS = 1_000;

  /** Shorter than a period, so that each new key is fetched when its first token arrives. */
  private static final Duration COOLDOWN = Duration.ofMillis(500);

  /** What happens meanwhile. */
  @Param public Event event = Event.NONE;

  /** The algorithm of the signatures. */
  @Param("ES256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.ES256;

  private final TestIssuer issuer = TestIssuer.start();
  private final LongAdder rotations = new LongAdder();
  private volatile List<byte[]> tokens = List.of();
  private @Nullable Thread rotation;
  private volatile boolean closed;

  /** Has the keys fetched, and lets the event begin. */
  @Setup
  public void prepare() {
    List<byte[]> unknown = signed(issuer.unpublishedKey(algorithm), true);
    tokens = signed(issuer.key(algorithm), false);
    KeySource keys =
        HttpKeySource.discovered(issuer.issuer())
            .allowLoopbackHttp()
            .unknownKeyCooldown(COOLDOWN)
            .build();
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer.config().audience(TestIssuer.AUDIENCE).keySource(keys).build())
            .cacheSize(0)
            .build();
    validator.warmUp();
    OwnResults.describe(validator);
    if (event == Event.ROTATION) {
      List<TestKey> rotated =
          IntStream.range(0, KEYS).mapToObj(i -> issuer.unpublishedKey(algorithm)).toList();
      // Signed before, because this thread has only a hundredth of the processors.
      List<List<byte[]>> signed = rotated.stream().map(key -> signed(key, false)).toList();
      rotation = new Thread(() -> rotate(rotated, signed), "rotation");
      rotation.setDaemon(true);
      rotation.start();
    }
    prepare(() -> request(validator, unknown), () -> Arithmetic.isChosen(validator, algorithm));
  }

  private List<byte[]> signed(TestKey key, boolean isKeyIdDrawn) {
    return IntStream.range(0, TOKENS)
        .mapToObj(number -> {
          TokenBuilder token =
              issuer
                  .token()
                  .signedBy(key)
                  .subject("user-" + number)
                  .claim("data", "x".repeat(150))
                  .expiresIn(Duration.ofHours(12));
          return isKeyIdDrawn ? token.header("kid", key.keyId() + "-" + number) : token;
        })
        .map(token -> token.compact().getBytes(ISO_8859_1))
        .toList();
  }

  private void rotate(List<TestKey> keys, List<List<byte[]>> signed) {
    TestKey earlier = issuer.key(algorithm);
    for (int i = 0; !closed; i = (i + 1) % KEYS) {
      TestKey key = keys.get(i);
      // Both keys are published, and nobody has the new one yet.
      issuer.publish(key);
      tokens = signed.get(i);
      rotations.increment();
      try {
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      issuer.withdraw(earlier);
      earlier = key;
    }
  }

  private Callable<?> request(TokenValidator validator, List<byte[]> unknown) {
    return () -> {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      boolean isKnown = event != Event.UNKNOWN_KEYS || random.nextInt(100) >= UNKNOWN_PERCENT;
      byte[] token = (isKnown ? tokens : unknown).get(random.nextInt(TOKENS));
      ValidationResult<?> result = validator.tryValidate(new String(token, ISO_8859_1));
      if (result.isAccepted() != isKnown) {
        throw new IllegalStateException("a token was answered by " + result);
      }
      return result;
    };
  }

  /** Gives JMH the number of keys that were new meanwhile. */
  @TearDown(Level.Iteration)
  public void count() {
    OwnResults.add("rotations", (double) rotations.sumThenReset());
  }

  /** Ends the event. */
  @TearDown
  public void close() {
    closed = true;
    if (rotation != null) {
      rotation.interrupt();
    }
    issuer.close();
  }
}
