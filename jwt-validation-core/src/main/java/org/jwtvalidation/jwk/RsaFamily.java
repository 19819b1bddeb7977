// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jwtvalidation.internal.arithmetic.BigEndian;

/**
 * RSA keys (RFC 7518 section 6.3) that are strong enough, and whose signatures are cheap to verify.
 * The time grows with the exponent, and anyone can make the verifier spend it on a forgery: with
 * 2,048 bits, 0.03 ms for the usual exponent 65537, 0.07 ms for the largest one allowed, 0.13 ms
 * for one of 64 bits.
 */
enum RsaFamily implements KeyFamily {
  RSA;

  private static final int MIN_MODULUS_BITS = 2048;
  private static final int MAX_MODULUS_BITS = 8192;
  private static final BigInteger MIN_EXPONENT = BigInteger.valueOf(65537);
  private static final int MAX_EXPONENT_BITS = 32;

  @Override
  public String keyType() {
    return "RSA";
  }

  @Override
  public String keyFactory() {
    return "RSA";
  }

  @Override
  public List<String> thumbprintMembers() {
    return List.of("e", "kty", "n");
  }

  @Override
  public PublicKey parse(Jwk jwk) throws UnusableKeyException {
    BigInteger modulus = jwk.unsignedInteger("n");
    BigInteger exponent = jwk.unsignedInteger("e");
    check(modulus, exponent);
    return publicKey(new RSAPublicKeySpec(modulus, exponent));
  }

  @Override
  public void check(PublicKey key) throws UnusableKeyException {
    if (!(key instanceof RSAPublicKey rsa)) {
      throw new UnusableKeyException("not an RSA key");
    }
    check(rsa.getModulus(), rsa.getPublicExponent());
  }

  private static void check(BigInteger modulus, BigInteger exponent) throws UnusableKeyException {
    int bits = modulus.bitLength();
    if (bits < MIN_MODULUS_BITS || bits > MAX_MODULUS_BITS) {
      throw new UnusableKeyException(
          "RSA modulus of "
              + bits
              + " bits, outside "
              + MIN_MODULUS_BITS
              + " to "
              + MAX_MODULUS_BITS);
    }
    if (!modulus.testBit(0)) {
      throw new UnusableKeyException("RSA modulus is even");
    }
    // With a small exponent, a forged padding may be a perfect power (Bleichenbacher 2006).
    if (exponent.compareTo(MIN_EXPONENT) < 0
        || exponent.bitLength() > MAX_EXPONENT_BITS
        || !exponent.testBit(0)) {
      throw new UnusableKeyException("RSA exponent is not odd and between 65537 and 2^32");
    }
    if (RocaFingerprint.isIn(modulus)) {
      throw new UnusableKeyException(
          "RSA modulus with the fingerprint of a faulty generator (ROCA, CVE-2017-15361)");
    }
  }

  @Override
  public Predicate<byte[]> signatureFormat(PublicKey key) {
    BigInteger modulus = ((RSAPublicKey) key).getModulus();
    byte[] bound = BigEndian.octets(modulus, (modulus.bitLength() + 7) / 8);
    return signature ->
        signature.length == bound.length && Arrays.compareUnsigned(signature, bound) < 0;
  }
}
