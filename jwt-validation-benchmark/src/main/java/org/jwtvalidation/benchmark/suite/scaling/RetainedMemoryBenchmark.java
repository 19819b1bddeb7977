// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.scaling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
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
 * How many octets of the heap does a validator keep for a cached token of about 1,000 characters,
 * and for a key that has its table? A tenth of it may be what the validator keeps for all.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(3)
public class RetainedMemoryBenchmark {

  /** What is kept. */
  public enum Kept {
    /** Tokens that one key has signed. */
    CACHED_TOKENS(2_000, 1),
    /** Keys, each with one token that is not cached. */
    KEYS(20, 20);

    private final int tokens;
    private final int keys;

    Kept(int tokens, int keys) {
      this.tokens = tokens;
      this.keys = keys;
    }
  }

  /** So many uses of a key that it gets its table. */
  private static final int ROUNDS = 32;

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

  /** What is kept. */
  @Param public Kept kept = Kept.CACHED_TOKENS;

  /** The algorithm of the signatures. */
  @Param({"RS256", "ES256", "ED25519"})
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private String jwkSet = "";
  private List<byte[]> tokens = List.of();

  /** Creates the keys and signs the tokens. */
  @Setup
  public void prepare() {
    List<TestKey> keys =
        IntStream.range(0, kept.keys)
            .parallel()
            .mapToObj(number -> TestKey.generate(algorithm, "key-" + number))
            .toList();
    keys.forEach(issuer::publish);
    jwkSet = issuer.jwkSetJson();
    tokens =
        IntStream.range(0, kept.tokens)
            .mapToObj(number -> token(keys.get(number % keys.size()), number))
            .map(token -> token.getBytes(ISO_8859_1))
            .toList();
    // The first validator also loads classes.
    used(validator());
  }

  /** A token of about 1,000 characters with RS256. */
  private String token(TestKey signer, int number) {
    return issuer
        .token()
        .signedBy(signer)
        .subject("user-" + number)
        .claim("data", "x".repeat(200))
        .expiresIn(Duration.ofHours(12))
        .compact();
  }

  /** Measures the heap before and after. */
  @Benchmark
  public void measure() {
    OwnResults.addScore(octetsOfEach(), "B");
  }

  double octetsOfEach() {
    long before = used(tokens);
    TokenValidator validator = validator();
    long after = used(validator);
    // Not before, because that keeps it.
    OwnResults.describe(validator);
    return (double) (after - before) / kept.tokens;
  }

  /** A validator that has validated all tokens. */
  private TokenValidator validator() {
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(
                issuer
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .keySource(KeySource.of(JwkSet.parse(jwkSet)))
                    .build())
            .cacheSize(kept == Kept.CACHED_TOKENS ? kept.tokens : 0)
            .build();
    long begin = System.nanoTime();
    for (int round = 0; round < ROUNDS || !isChosen(validator); round++) {
      tokens.forEach(token -> validator.validate(new String(token, ISO_8859_1)));
      if (System.nanoTime() - begin > PATIENCE) {
        break;
      }
    }
    return validator;
  }

  private boolean isChosen(TokenValidator validator) {
    return kept == Kept.CACHED_TOKENS
        || validator.keyTables().values().stream()
            .allMatch(
                tables -> tables.count() + tables.declined() + tables.overBudget() == kept.keys);
  }

  /** The octets of the heap that are in use, this object included. */
  private static long used(Object kept) {
    long least = Long.MAX_VALUE;
    try {
      for (int i = 0; i < 5; i++) {
        System.gc();
        least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
      return least;
    } finally {
      Reference.reachabilityFence(kept);
    }
  }
}
