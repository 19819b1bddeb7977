// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.algorithms;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.interfaces.RSAPublicKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.suite.BesideBareVerification;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does a larger RSA key cost? A row for the whole validation without a cache, one for the bare
 * verification of the same octets by the JDK, and two for the arithmetic alone: the JDK's, and this
 * library's. The smaller one is the lower bound of a verification.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=RsaSizeBenchmark}
 */
public class RsaSizeBenchmark extends BesideBareVerification {

  /** The prefix that identifies a SHA-256 digest (RFC 8017 section 9.2). */
  private static final BigInteger DIGEST_INFO =
      new BigInteger("3031300d060960864801650304020105000420", 16);

  private static final int DIGEST_INFO_BITS = 19 * Byte.SIZE;
  private static final int DIGEST_BITS = 256;

  /** The public exponent of practically all keys. */
  private static final BigInteger EXPONENT = BigInteger.valueOf(65_537);

  /** The size of the modulus in bits. */
  @Param({"2048", "3072", "4096"})
  public int modulusBits = 2048;

  private BigInteger modulus = BigInteger.ONE;
  private @Nullable FusedExponentiation exponentiation;
  private BigInteger withoutDigest = BigInteger.ZERO;

  @Override
  protected TestKey key() {
    TestKey key = TestKey.generate(SignatureAlgorithm.RS256, "key", modulusBits);
    modulus = ((RSAPublicKey) key.publicKey()).getModulus();
    exponentiation = new FusedExponentiation(modulus);
    withoutDigest = withoutDigest();
    return key;
  }

  /** The encoded message {@code 00 01 FF … FF 00 DigestInfo}, with zeros in place of the digest. */
  private BigInteger withoutDigest() {
    int zeroOctet = DIGEST_BITS + DIGEST_INFO_BITS;
    return BigInteger.ONE
        .shiftLeft(modulusBits - 2 * Byte.SIZE + 1)
        .subtract(BigInteger.ONE.shiftLeft(zeroOctet + Byte.SIZE))
        .add(DIGEST_INFO.shiftLeft(DIGEST_BITS));
  }

  /** Computes the digest and the power, and compares them. */
  @Benchmark
  public boolean modPow() throws GeneralSecurityException {
    SignedToken token = tokens().next();
    return new BigInteger(1, token.signature()).modPow(EXPONENT, modulus).equals(encoded(token));
  }

  /** As {@link #modPow}, by fused multiply-add. */
  @Benchmark
  public boolean fused() throws GeneralSecurityException {
    SignedToken token = tokens().next();
    return Objects.requireNonNull(exponentiation).power(token.signature()).equals(encoded(token));
  }

  private BigInteger encoded(SignedToken token) throws GeneralSecurityException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update(token.octets(), 0, token.signingInputLength());
    return withoutDigest.add(new BigInteger(1, sha256.digest()));
  }
}
