// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;

/** Unsigned numbers as octets, most significant octet first (I2OSP of RFC 8017 section 4.1). */
public final class BigEndian {

  private BigEndian() {}

  /** {@code number} in exactly {@code length} octets, which must be enough. */
  public static byte[] octets(BigInteger number, int length) {
    byte[] signed = number.toByteArray();
    byte[] octets = new byte[length];
    int significant = Math.min(signed.length, length);
    System.arraycopy(
        signed, signed.length - significant, octets, length - significant, significant);
    return octets;
  }

  /** A copy of {@code octets} in reverse order. */
  public static byte[] reversed(byte[] octets) {
    byte[] reversed = new byte[octets.length];
    for (int i = 0; i < octets.length; i++) {
      reversed[i] = octets[octets.length - 1 - i];
    }
    return reversed;
  }
}
