package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import org.jwtvalidation.internal.arithmetic.BigEndian;

/**
 * RSA keys (RFC 7518 section 6.3): of a size and an exponent that can be trusted and that verify in
 * bounded time.
 */
enum RsaFamily implements KeyFamily {
  RSA;

  private static final int MIN_MODULUS_BITS = 2048;
  private static final int MAX_MODULUS_BITS = 8192;
  private static final BigInteger MIN_EXPONENT = BigInteger.valueOf(65537);
  private static final int MAX_EXPONENT_BITS = 64;

  @Override
  public String keyType() {
    return "RSA";
  }

  @Override
  public String keyFactory() {
    return "RSA";
  }

  @Override
  public PublicKey parse(Jwk jwk) throws UnusableKeyException {
    BigInteger modulus = jwk.unsignedInteger("n");
    BigInteger exponent = jwk.unsignedInteger("e");
    check(modulus, exponent);
    return KeyFactories.publicKey(keyFactory(), new RSAPublicKeySpec(modulus, exponent));
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
    // Below 2^16 a forged padding may be a perfect power (Bleichenbacher 2006); beyond 64 bits
    // verifying takes too long.
    if (exponent.compareTo(MIN_EXPONENT) < 0
        || exponent.bitLength() > MAX_EXPONENT_BITS
        || !exponent.testBit(0)) {
      throw new UnusableKeyException("RSA exponent is not odd and between 65537 and 2^64");
    }
    if (RocaFingerprint.isIn(modulus)) {
      throw new UnusableKeyException("RSA modulus of a factorable kind (ROCA, CVE-2017-15361)");
    }
  }

  @Override
  public SignatureFormat signatureFormat(PublicKey key) {
    BigInteger modulus = ((RSAPublicKey) key).getModulus();
    byte[] bound = BigEndian.octets(modulus, (modulus.bitLength() + 7) / 8);
    return signature ->
        signature.length == bound.length && Arrays.compareUnsigned(signature, bound) < 0;
  }
}
