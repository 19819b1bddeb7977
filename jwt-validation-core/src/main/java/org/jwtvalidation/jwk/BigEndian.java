package org.jwtvalidation.jwk;

import java.math.BigInteger;

/** Unsigned numbers as octets, the most significant first (I2OSP of RFC 8017 section 4.1). */
final class BigEndian {

  private BigEndian() {}

  /** {@code number}, which fits, in exactly {@code length} octets. */
  static byte[] octets(BigInteger number, int length) {
    byte[] signed = number.toByteArray();
    byte[] octets = new byte[length];
    int significant = Math.min(signed.length, length);
    System.arraycopy(
        signed, signed.length - significant, octets, length - significant, significant);
    return octets;
  }
}
