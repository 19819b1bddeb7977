// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.List;
import java.util.function.Predicate;
import org.jwtvalidation.internal.arithmetic.BigEndian;

/**
 * The twisted Edwards curves ax² + y² = 1 + dx²y² of EdDSA (RFC 8032 sections 5.1 and 5.2, RFC
 * 8037). A public key is a point on one of them, and not one of the few points of small order.
 */
enum EdwardsCurve implements KeyFamily {
  ED25519(
      NamedParameterSpec.ED25519,
      32,
      TWO.pow(255).subtract(BigInteger.valueOf(19)),
      BigInteger.valueOf(-1),
      BigInteger.valueOf(-121665),
      BigInteger.valueOf(121666),
      3,
      TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"))),
  ED448(
      NamedParameterSpec.ED448,
      57,
      TWO.pow(448).subtract(TWO.pow(224)).subtract(ONE),
      ONE,
      BigInteger.valueOf(-39081),
      ONE,
      2,
      TWO.pow(446)
          .subtract(
              new BigInteger(
                  "13818066809895115352007386748515426880336692474882178609894547503885")));

  private final NamedParameterSpec name;
  private final int keyLength;
  private final BigInteger p;
  private final BigInteger a;
  private final BigInteger d;
  private final int cofactorDoublings;
  private final byte[] order;

  EdwardsCurve(
      NamedParameterSpec name,
      int keyLength,
      BigInteger p,
      BigInteger a,
      BigInteger dNumerator,
      BigInteger dDenominator,
      int cofactorDoublings,
      BigInteger order) {
    this.name = name;
    this.keyLength = keyLength;
    this.p = p;
    this.a = a;
    this.d = dNumerator.multiply(dDenominator.modInverse(p)).mod(p);
    this.cofactorDoublings = cofactorDoublings;
    this.order = BigEndian.reversed(BigEndian.octets(order, keyLength));
  }

  /** The value of {@code crv} in a JWK. */
  String crv() {
    return name.getName();
  }

  @Override
  public String keyType() {
    return "OKP";
  }

  @Override
  public String keyFactory() {
    return name.getName();
  }

  @Override
  public List<String> thumbprintMembers() {
    return List.of("crv", "kty", "x");
  }

  @Override
  public PublicKey parse(Jwk jwk) throws UnusableKeyException {
    byte[] octets = BigEndian.reversed(jwk.octets("x", keyLength));
    boolean xOdd = octets[0] < 0;
    octets[0] &= 0x7f;
    EdECPoint point = new EdECPoint(xOdd, new BigInteger(1, octets));
    check(point);
    return publicKey(new EdECPublicKeySpec(name, point));
  }

  @Override
  public void check(PublicKey key) throws UnusableKeyException {
    if (!(key instanceof EdECPublicKey edwards)
        || !edwards.getParams().getName().equals(name.getName())) {
      throw new UnusableKeyException("not a key of the curve " + crv());
    }
    check(edwards.getPoint());
  }

  private void check(EdECPoint point) throws UnusableKeyException {
    BigInteger y = point.getY();
    if (y.compareTo(p) >= 0) {
      throw new UnusableKeyException("a coordinate outside the field of " + crv());
    }
    BigInteger xSquared = xSquared(y);
    boolean isSquare = xSquared.modPow(p.shiftRight(1), p).compareTo(ONE) <= 0;
    if (!isSquare || (xSquared.signum() == 0 && point.isXOdd())) {
      throw new UnusableKeyException("not a point of the curve " + crv());
    }
    for (int i = 0; i < cofactorDoublings; i++) {
      y = doubled(y);
    }
    if (y.equals(ONE)) {
      // Under such a key one signature is valid for every message, or for one message in eight.
      throw new UnusableKeyException("a point of small order");
    }
  }

  /**
   * x² of the points with the coordinate y, from the equation of the curve. The divisor is not 0,
   * because d/a is not a square.
   */
  private BigInteger xSquared(BigInteger y) {
    BigInteger ySquared = y.multiply(y);
    BigInteger divisor = a.subtract(d.multiply(ySquared)).mod(p);
    return ONE.subtract(ySquared).multiply(divisor.modInverse(p)).mod(p);
  }

  /** The coordinate x of a point that has passed the checks (RFC 8032 section 5.1.3). */
  BigInteger x(EdECPoint point) {
    BigInteger xSquared = xSquared(point.getY());
    BigInteger x = xSquared.modPow(p.add(BigInteger.valueOf(3)).shiftRight(3), p);
    if (!x.multiply(x).mod(p).equals(xSquared)) {
      x = x.multiply(TWO.modPow(p.shiftRight(2), p)).mod(p);
    }
    return x.testBit(0) == point.isXOdd() ? x : p.subtract(x);
  }

  /** The coordinate y of twice the points with the coordinate y: (y² − ax²) / (1 − dx²y²). */
  private BigInteger doubled(BigInteger y) {
    BigInteger xSquared = xSquared(y);
    BigInteger ySquared = y.multiply(y);
    BigInteger divisor = ONE.subtract(d.multiply(xSquared).multiply(ySquared)).mod(p);
    return ySquared.subtract(a.multiply(xSquared)).multiply(divisor.modInverse(p)).mod(p);
  }

  /** R and S side by side (RFC 8032 sections 5.1.6 and 5.2.6), S below the group order. */
  @Override
  public Predicate<byte[]> signatureFormat(PublicKey key) {
    return signature -> signature.length == 2 * keyLength && isBelowOrder(signature);
  }

  private boolean isBelowOrder(byte[] signature) {
    for (int i = keyLength - 1; i >= 0; i--) {
      int difference = (signature[keyLength + i] & 0xff) - (order[i] & 0xff);
      if (difference != 0) {
        return difference < 0;
      }
    }
    return false;
  }
}
