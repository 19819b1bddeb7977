// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Textbook arithmetic on a curve y² = x³ − 3x + b, for tests that need points and signatures that
 * providers do not create. The point at infinity is null.
 */
public record AffinePoint(ECParameterSpec domain, BigInteger x, BigInteger y) {

  private static final BigInteger TWO = BigInteger.TWO;
  private static final BigInteger THREE = BigInteger.valueOf(3);

  public static ECParameterSpec domain(String jcaName) {
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec(jcaName));
      return parameters.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static AffinePoint generator(ECParameterSpec domain) {
    ECPoint generator = domain.getGenerator();
    return new AffinePoint(domain, generator.getAffineX(), generator.getAffineY());
  }

  public static BigInteger p(ECParameterSpec domain) {
    return ((ECFieldFp) domain.getCurve().getField()).getP();
  }

  /** A point with this x coordinate, or null if the curve has none. */
  public static @Nullable AffinePoint withX(ECParameterSpec domain, BigInteger x) {
    BigInteger p = p(domain);
    BigInteger square =
        x.pow(3).add(domain.getCurve().getA().multiply(x)).add(domain.getCurve().getB()).mod(p);
    // p is 3 modulo 4 on all three curves.
    BigInteger y = square.modPow(p.add(BigInteger.ONE).shiftRight(2), p);
    return y.multiply(y).mod(p).equals(square) ? new AffinePoint(domain, x, y) : null;
  }

  public AffinePoint negated() {
    return new AffinePoint(domain, x, p(domain).subtract(y));
  }

  public static @Nullable AffinePoint sum(@Nullable AffinePoint left, @Nullable AffinePoint right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    BigInteger p = p(left.domain);
    BigInteger slope;
    if (!left.x.equals(right.x)) {
      slope = right.y.subtract(left.y).multiply(right.x.subtract(left.x).modInverse(p));
    } else if (left.y.equals(right.y) && left.y.signum() != 0) {
      slope =
          left.x
              .pow(2)
              .multiply(THREE)
              .add(left.domain.getCurve().getA())
              .multiply(left.y.multiply(TWO).modInverse(p));
    } else {
      return null;
    }
    BigInteger x = slope.multiply(slope).subtract(left.x).subtract(right.x).mod(p);
    BigInteger y = left.x.subtract(x).multiply(slope).subtract(left.y).mod(p);
    return new AffinePoint(left.domain, x, y);
  }

  public @Nullable AffinePoint times(BigInteger scalar) {
    AffinePoint product = null;
    for (int bit = scalar.bitLength() - 1; bit >= 0; bit--) {
      product = sum(product, product);
      if (scalar.testBit(bit)) {
        product = sum(product, this);
      }
    }
    return product;
  }

  public PublicKey publicKey() {
    try {
      return KeyFactory.getInstance("EC")
          .generatePublic(new ECPublicKeySpec(new ECPoint(x, y), domain));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
