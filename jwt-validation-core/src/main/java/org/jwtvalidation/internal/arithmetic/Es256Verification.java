// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.security.MessageDigest;

/**
 * ECDSA verification with P-256 and SHA-256 (FIPS 186-5 section 6.4.2) by two tables of multiples:
 * one of the base point, shared by all keys, and one of the key. Not constant-time: all inputs are
 * public. Thread-safe.
 */
public final class Es256Verification {

  private static final int WIDTH = 7;
  private static final int SCALAR_BITS = 256;

  /** The memory of a key's table, in octets. */
  public static final long TABLE_OCTETS =
      MultiplesTable.octets(WIDTH, SCALAR_BITS, P256Accumulator.STORED_LENGTH);

  private static final HashFunction SHA_256 = new HashFunction("SHA-256");
  private static final BigInteger N =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
  private static final ModularDivision DIVISION = new ModularDivision(N);
  private static final Limbs SCALARS = DIVISION.limbs;
  private static final MultiplesTable BASE_POINT =
      table(
          new BigInteger("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296", 16),
          new BigInteger("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5", 16),
          10);

  private final MultiplesTable multiples;

  /** Creates the table of the public key Q = (x, y), which is a point of P-256. */
  public Es256Verification(BigInteger x, BigInteger y) {
    this.multiples = table(x, y, WIDTH);
  }

  private static MultiplesTable table(BigInteger x, BigInteger y, int width) {
    return new MultiplesTable(P256Accumulator.of(x, y), width, SCALAR_BITS);
  }

  /**
   * Whether {@code signature} is valid for the first {@code length} of {@code octets}: whether the
   * x coordinate of u1·G + u2·Q, with u1 = e/s and u2 = r/s, is r modulo n.
   *
   * @param signature R and S in 32 octets each, both from 1 to n − 1
   */
  public boolean verify(byte[] octets, int length, byte[] signature) {
    MessageDigest sha256 = SHA_256.begin();
    sha256.update(octets, 0, length);
    long[] u1 = SCALARS.of(sha256.digest(), 0);
    long[] u2 = SCALARS.of(signature, 0);
    DIVISION.divide(u1, u2, SCALARS.of(signature, 32));
    P256Accumulator sum = new P256Accumulator();
    BASE_POINT.addMultiple(u1, sum);
    multiples.addMultiple(u2, sum);
    if (sum.hasX(sum.field.element(signature, 0))) {
      return true;
    }
    BigInteger rPlusN = new BigInteger(1, signature, 0, 32).add(N);
    return rPlusN.compareTo(P256Field.P) < 0 && sum.hasX(sum.field.element(rPlusN));
  }
}
