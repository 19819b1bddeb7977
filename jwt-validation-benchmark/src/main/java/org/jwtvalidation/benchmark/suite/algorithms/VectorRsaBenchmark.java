package org.jwtvalidation.benchmark.suite.algorithms;

import java.math.BigInteger;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.jwk.SignatureAlgorithm;
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
 * An experiment: what would the JDK's vectors save of RS256? Rows: the arithmetic of a verification
 * with 2,048 bits, from the number that is the signature to the one that holds the digest, by
 * {@link BigInteger#modPow} and by the incubating module {@code jdk.incubator.vector}. The library
 * does not use it: an application would have to be started with a flag.
 *
 * <p>The row for vectors is there on JDK 25 and newer, on machines that have some of 512 bits.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=VectorRsaBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class VectorRsaBenchmark {

  /** By what; {@link #available()} has the vectors too where they are. */
  @Param("MOD_POW")
  public Exponentiation by = Exponentiation.MOD_POW;

  List<BigInteger> signatures = List.of();
  PublicExponentiation exponentiation;

  /** {@return all values of {@link #by} that can be measured here} */
  @ValuesOf("by")
  public static String[] available() {
    return Stream.of(Exponentiation.values())
        .filter(Exponentiation::isAvailable)
        .map(Enum::name)
        .toArray(String[]::new);
  }

  /** Signs. */
  @Setup
  public void prepare() {
    TestKey key = TestKey.generate(SignatureAlgorithm.RS256, "key");
    signatures =
        new SignedTokens(key)
            .all().stream().map(token -> new BigInteger(1, token.signature())).toList();
    exponentiation = by.modulo(((RSAPublicKey) key.publicKey()).getModulus());
  }

  /** The signature to the power of 65537. */
  @Benchmark
  public BigInteger power() {
    return exponentiation.power(
        signatures.get(ThreadLocalRandom.current().nextInt(SignedTokens.COUNT)));
  }
}
