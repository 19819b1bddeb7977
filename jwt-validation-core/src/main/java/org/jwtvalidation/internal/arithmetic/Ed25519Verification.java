// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Ed25519 verification (RFC 8032 section 5.1.7, without the cofactor) by two tables of multiples:
 * one of the base point, shared by all keys, and one of the key. Not constant-time: all inputs are
 * public. Thread-safe.
 */
public final class Ed25519Verification {

  private static final int WIDTH = 7;
  private static final int SCALAR_BITS = 253;

  /** The memory of a key's table, in octets. */
  public static final long TABLE_OCTETS =
      MultiplesTable.octets(WIDTH, SCALAR_BITS, Ed25519Accumulator.STORED_LENGTH);

  private static final HashFunction SHA_512 = new HashFunction("SHA-512");
  private static final BigInteger L =
      BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
  private static final Limbs SCALARS = new Limbs(L, ModularDivision.RADIX);
  private static final MultiplesTable BASE_POINT =
      table(
          Ed25519Accumulator.of(
              new BigInteger(
                  "15112221349535400772501151409588531511454012693041857206046113283949847762202"),
              new BigInteger(
                  "46316835694926478169428394003475163141307993866256225615783033603165251855960")),
          10);

  private final byte[] encodedKey;
  private final MultiplesTable negatedMultiples;

  /** Creates the table of the public key A = (x, y), which is a point of the curve. */
  public Ed25519Verification(BigInteger x, BigInteger y) {
    this.encodedKey = BigEndian.reversed(BigEndian.octets(y, 32));
    encodedKey[31] |= (byte) (x.testBit(0) ? 0x80 : 0);
    // Not (L − h)·A in place of −h·A: they differ if A has a component of small order.
    this.negatedMultiples = table(Ed25519Accumulator.of(Ed25519Field.P.subtract(x), y), WIDTH);
  }

  private static MultiplesTable table(Ed25519Accumulator point, int width) {
    return new MultiplesTable(point, width, SCALAR_BITS);
  }

  /**
   * Whether {@code signature} is valid for the first {@code length} of {@code octets}: whether S·B
   * − h·A is R.
   *
   * @param signature R and S in 32 octets each, with S below the group order
   */
  public boolean verify(byte[] octets, int length, byte[] signature) {
    MessageDigest sha512 = SHA_512.begin();
    sha512.update(signature, 0, 32);
    sha512.update(encodedKey);
    sha512.update(octets, 0, length);
    BigInteger h = new BigInteger(1, BigEndian.reversed(sha512.digest()));
    Ed25519Accumulator sum = new Ed25519Accumulator();
    BASE_POINT.addMultiple(
        SCALARS.of(BigEndian.reversed(Arrays.copyOfRange(signature, 32, 64)), 0), sum);
    negatedMultiples.addMultiple(SCALARS.of(h), sum);
    return sum.isEncodedAs(signature);
  }
}
