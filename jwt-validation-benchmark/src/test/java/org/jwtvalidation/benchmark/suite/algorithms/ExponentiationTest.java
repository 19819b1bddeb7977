package org.jwtvalidation.benchmark.suite.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigInteger;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.jwtvalidation.benchmark.suite.OtherJvm;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;

class ExponentiationTest {

  private static final String NO_VECTORS =
      "no vectors of 512 bits: use JDK 25 or newer on a processor with AVX-512";
  private static final BigInteger EXPONENT = BigInteger.valueOf(65537);

  /** Checks the vectors, in a JVM that has their module: each such JVM warns of it. */
  public static void main(String[] args) {
    checkAgreementWithModPow(Exponentiation.VECTOR);
    checkDigests(Exponentiation.VECTOR);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "VECTOR")
  void agreesWithModPow(Exponentiation by) {
    checkAgreementWithModPow(by);
  }

  @Test
  void agreesWithModPowByVectors() throws Exception {
    assumeTrue(Exponentiation.VECTOR.isAvailable(), NO_VECTORS);

    String output = OtherJvm.run(ExponentiationTest.class, "--add-modules=jdk.incubator.vector");

    assertThat(output).hasLineCount(1).contains("incubator modules");
  }

  private static void checkAgreementWithModPow(Exponentiation by) {
    Random random = new Random(2048);
    for (BigInteger modulus : moduli()) {
      if (by == Exponentiation.FUSED && modulus.bitLength() < 2048) {
        // It is for RSA keys alone.
        continue;
      }
      PublicExponentiation exponentiation = by.modulo(modulus);
      Stream<BigInteger> extremes =
          Stream.of(
              BigInteger.ZERO,
              BigInteger.ONE,
              BigInteger.TWO,
              modulus.subtract(BigInteger.TWO),
              modulus.subtract(BigInteger.ONE),
              modulus.shiftRight(1));
      Stream<BigInteger> limbs =
          Stream.iterate(28, bits -> bits < modulus.bitLength(), bits -> bits + 28)
              .map(BigInteger.ONE::shiftLeft)
              .flatMap(power -> Stream.of(power, power.subtract(BigInteger.ONE)));
      Stream<BigInteger> others =
          Stream.generate(() -> new BigInteger(2048, random).mod(modulus)).limit(200);

      assertThat(Stream.of(extremes, limbs, others).flatMap(numbers -> numbers))
          .allSatisfy(number ->
              assertThat(exponentiation.power(number)).isEqualTo(number.modPow(EXPONENT, modulus)));
    }
  }

  /** A key's modulus, the largest and smallest of its size, one of full limbs, and a small one. */
  private static List<BigInteger> moduli() {
    TestKey key = TestKey.generate(SignatureAlgorithm.RS256, "key");
    BigInteger beyond = BigInteger.ONE.shiftLeft(2048);
    return List.of(
        ((RSAPublicKey) key.publicKey()).getModulus(),
        beyond.subtract(BigInteger.ONE),
        beyond.shiftRight(1).add(BigInteger.ONE),
        beyond.subtract(BigInteger.ONE.shiftLeft(1024)).subtract(BigInteger.ONE),
        BigInteger.valueOf(3));
  }

  @Test
  void hasVectorsIfJavaAndTheMachineHave() {
    assertThat(ExponentiationBenchmark.available()).startsWith("MOD_POW", "FUSED");
    if (Runtime.version().feature() < 25) {
      assertThat(ExponentiationBenchmark.available()).hasSize(2);
    }
    assertThat(Exponentiation.class.getResource("VectorExponentiation.class") != null)
        .isEqualTo(Runtime.version().feature() >= 25);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "VECTOR")
  void findsTheDigestInEverySignature(Exponentiation by) {
    checkDigests(by);
  }

  private static void checkDigests(Exponentiation by) {
    ExponentiationBenchmark benchmark = new ExponentiationBenchmark();
    benchmark.by = by;
    benchmark.prepare();

    assertThat(benchmark.signatures).hasSize(60).doesNotHaveDuplicates();
    // EMSA-PKCS1-v1_5 (RFC 8017 section 9.2): 00 01 FF FF ...
    assertThat(benchmark.power().shiftRight(2048 - 32)).isEqualTo(BigInteger.valueOf(0x0001_FFFF));
  }
}
