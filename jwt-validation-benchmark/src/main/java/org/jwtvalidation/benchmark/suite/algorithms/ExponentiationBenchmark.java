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
 * How long does the exponentiation of RS256 take? The rows raise a signature of 2,048 bits by
 * {@link BigInteger#modPow}, by this library's fused multiply-add, and, as an experiment, by the
 * incubating module {@code jdk.incubator.vector}, which the library does not use, because it
 * requires a flag to start the application.
 *
 * <p>The row of the vectors requires JDK 25 or newer and a processor with vectors of 512 bits.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ExponentiationBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class ExponentiationBenchmark {

  /** The implementation; {@link #available()} adds the vectors where they exist. */
  @Param({"MOD_POW", "FUSED"})
  public Exponentiation by = Exponentiation.MOD_POW;

  List<BigInteger> signatures = List.of();
  PublicExponentiation exponentiation;

  /** {@return all values of {@link #by} that this machine can measure} */
  @ValuesOf("by")
  public static String[] available() {
    return Stream.of(Exponentiation.values())
        .filter(Exponentiation::isAvailable)
        .map(Enum::name)
        .toArray(String[]::new);
  }

  /** Signs a message. */
  @Setup
  public void prepare() {
    TestKey key = TestKey.generate(SignatureAlgorithm.RS256, "key");
    signatures =
        new SignedTokens(key)
            .all().stream().map(token -> new BigInteger(1, token.signature())).toList();
    exponentiation = by.modulo(((RSAPublicKey) key.publicKey()).getModulus());
  }

  /** Raises the signature to the power of 65537. */
  @Benchmark
  public BigInteger power() {
    return exponentiation.power(
        signatures.get(ThreadLocalRandom.current().nextInt(SignedTokens.COUNT)));
  }
}
