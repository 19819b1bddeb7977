// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;

/**
 * Textbook arithmetic on the curve −x² + y² = 1 + dx²y² of Ed25519, for tests that need points and
 * signatures that providers do not create.
 */
public record EdwardsPoint(BigInteger x, BigInteger y) {

  public static final BigInteger P = TWO.pow(255).subtract(BigInteger.valueOf(19));

  /** The order of the base point. */
  public static final BigInteger L =
      TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

  public static final EdwardsPoint NEUTRAL = new EdwardsPoint(ZERO, ONE);

  public static final BigInteger D =
      BigInteger.valueOf(-121665).multiply(BigInteger.valueOf(121666).modInverse(P)).mod(P);

  /** The y of RFC 8032 is 4/5, and x is even. */
  public static final EdwardsPoint BASE =
      withY(BigInteger.valueOf(4).multiply(BigInteger.valueOf(5).modInverse(P)).mod(P), false);

  /** A point that generates all eight points of small order. */
  public static final EdwardsPoint ORDER_8 = orderEight();

  /** The point with this y coordinate, which must exist. */
  public static EdwardsPoint withY(BigInteger y, boolean xOdd) {
    BigInteger ySquared = y.multiply(y).mod(P);
    BigInteger xSquared =
        ySquared.subtract(ONE).multiply(D.multiply(ySquared).add(ONE).modInverse(P)).mod(P);
    BigInteger x = xSquared.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
    if (!x.multiply(x).mod(P).equals(xSquared)) {
      x = x.multiply(TWO.modPow(P.shiftRight(2), P)).mod(P);
    }
    if (!x.multiply(x).mod(P).equals(xSquared)) {
      throw new IllegalArgumentException("no point with y = " + y);
    }
    return new EdwardsPoint(x.testBit(0) == xOdd ? x : P.subtract(x).mod(P), y);
  }

  private static EdwardsPoint orderEight() {
    // L times any point is of small order. For every second point, it generates all eight.
    for (BigInteger y = TWO; ; y = y.add(ONE)) {
      try {
        EdwardsPoint point = withY(y, false).times(L);
        if (!point.times(BigInteger.valueOf(4)).equals(NEUTRAL)) {
          return point;
        }
      } catch (IllegalArgumentException e) {
        // Half of all numbers are not the y coordinate of a point.
      }
    }
  }

  public EdwardsPoint negated() {
    return new EdwardsPoint(P.subtract(x).mod(P), y);
  }

  public EdwardsPoint plus(EdwardsPoint other) {
    BigInteger product = D.multiply(x).multiply(other.x).multiply(y).multiply(other.y).mod(P);
    BigInteger newX =
        x.multiply(other.y).add(y.multiply(other.x)).multiply(ONE.add(product).modInverse(P));
    BigInteger newY =
        y.multiply(other.y)
            .add(x.multiply(other.x))
            .multiply(ONE.subtract(product).mod(P).modInverse(P));
    return new EdwardsPoint(newX.mod(P), newY.mod(P));
  }

  public EdwardsPoint times(BigInteger scalar) {
    EdwardsPoint product = NEUTRAL;
    for (int bit = scalar.bitLength() - 1; bit >= 0; bit--) {
      product = product.plus(product);
      if (scalar.testBit(bit)) {
        product = product.plus(this);
      }
    }
    return product;
  }

  /** The encoding of RFC 8032: y in little-endian order, the sign of x on top. */
  public byte[] encoded() {
    return encoded(y, x.testBit(0));
  }

  public static byte[] encoded(BigInteger y, boolean xOdd) {
    byte[] octets = BigEndian.reversed(BigEndian.octets(y, 32));
    octets[31] |= (byte) (xOdd ? 0x80 : 0);
    return octets;
  }

  public EdECPublicKey publicKey() {
    try {
      return (EdECPublicKey)
          KeyFactory.getInstance("Ed25519")
              .generatePublic(
                  new EdECPublicKeySpec(
                      NamedParameterSpec.ED25519, new EdECPoint(x.testBit(0), y)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
