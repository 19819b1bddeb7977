// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.scaling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a validation cost if many keys are in rotation? An issuer publishes several keys, which
 * share the signing of 600 tokens; each thread draws tokens at random, and nothing is cached. With
 * many keys, their tables no longer fit the processor's caches. Rows: one key, ten, and as many as
 * a set may have, for each algorithm.
 *
 * <p>The tables of all keys are complete before the measurement. Those of RSA come while the
 * benchmark warms up, if the machine is faster with them.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=KeyRotationBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 4)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class KeyRotationBenchmark {

  /** More verifications than a key needs to get its table. */
  private static final int VERIFICATIONS = 32;

  /** A hundred tables take less than a second, unless the machine is busy. */
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);

  /** The number of keys. */
  @Param({"1", "10", "100"})
  public int keys = 1;

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** The algorithm of the signatures. */
  @Param({"RS256", "ES256", "ED25519"})
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  List<byte[]> signed = List.of();
  private TokenValidator validator;

  /** Creates the keys, signs the tokens, and lets each key verify until it has its table. */
  @Setup
  public void prepare() throws InterruptedException {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    // Creating a hundred RSA keys takes a while.
    List<TestKey> signers =
        IntStream.range(0, keys)
            .parallel()
            .mapToObj(number -> TestKey.generate(algorithm, "key-" + number))
            .toList();
    signers.forEach(issuer::publish);
    signed =
        IntStream.range(0, tokens)
            .parallel()
            .mapToObj(number -> Mint.token(issuer, signers.get(number % keys), number))
            .map(token -> token.getBytes(ISO_8859_1))
            .toList();
    validator =
        TokenValidator.builder()
            .issuer(
                issuer
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .keySource(KeySource.of(issuer.jwkSet()))
                    .build())
            .cacheSize(0)
            .build();
    OwnResults.describe(validator);
    for (int i = 0; i < VERIFICATIONS * keys; i++) {
      validate(i % tokens);
    }
    waitForTables();
  }

  /** Waits until every key has its table, if its algorithm always has tables. */
  private void waitForTables() throws InterruptedException {
    int wanted = algorithm == SignatureAlgorithm.RS256 ? 0 : keys;
    long begin = System.nanoTime();
    KeyTables tables = tables();
    while (tables.count() < wanted) {
      if (tables.error() != null || System.nanoTime() - begin > PATIENCE) {
        throw new IllegalStateException(
            "%d of %d keys of %s have their tables after %d ms: %s"
                .formatted(
                    tables.count(),
                    wanted,
                    algorithm,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin),
                    tables.error()));
      }
      Thread.sleep(1);
      tables = tables();
    }
  }

  /** The tables of the issuer's keys. */
  KeyTables tables() {
    return validator.keyTables().values().iterator().next();
  }

  /** Validates a random token. */
  @Benchmark
  public AccessToken validate() {
    return validate(ThreadLocalRandom.current().nextInt(tokens));
  }

  /** Returns a new string, whose hash code is not computed yet, as in a request. */
  private AccessToken validate(int number) {
    return validator.validate(new String(signed.get(number), ISO_8859_1));
  }
}
