// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.Arrays;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.arithmetic.AffinePoint;

class EcCurveTest {

  /** The constants of FIPS 186-5, independent of the table of a provider. */
  @ParameterizedTest
  @CsvSource({
    "P_256, secp256r1, ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    "P_384, secp384r1,"
        + " ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
    "P_521, secp521r1,"
        + " 1ffffffffffffffffffffffffffffffff"
        + "fffffffffffffffffffffffffffffffff"
        + "a51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"
  })
  void boundsSignaturesByTheOrderOfTheGenerator(EcCurve curve, String jcaName, String hexOrder) {
    ECParameterSpec domain = AffinePoint.domain(jcaName);
    BigInteger order = new BigInteger(hexOrder, 16);
    AffinePoint generator = AffinePoint.generator(domain);
    assertThat(generator.times(order)).isNull();
    assertThat(generator.times(order.add(BigInteger.ONE))).isEqualTo(generator);

    int half = (order.bitLength() + 7) / 8;
    Predicate<byte[]> format = curve.signatureFormat(generator.publicKey());
    BigInteger one = BigInteger.ONE;
    BigInteger last = order.subtract(one);
    assertThat(format.test(pair(one, one, half))).isTrue();
    assertThat(format.test(pair(last, last, half))).isTrue();
    assertThat(format.test(pair(BigInteger.ZERO, one, half))).isFalse();
    assertThat(format.test(pair(one, BigInteger.ZERO, half))).isFalse();
    assertThat(format.test(pair(BigInteger.ZERO, BigInteger.ZERO, half))).isFalse();
    assertThat(format.test(pair(order, one, half))).isFalse();
    assertThat(format.test(pair(one, order, half))).isFalse();
    assertThat(format.test(pair(one, order.add(one), half))).isFalse();
    byte[] largest = new byte[2 * half];
    Arrays.fill(largest, (byte) 0xff);
    assertThat(format.test(largest)).isFalse();
    for (int length = 0; length <= 3 * half; length++) {
      byte[] ones = new byte[length];
      Arrays.fill(ones, (byte) 1);
      assertThat(format.test(ones)).as("%s octets", length).isEqualTo(length == 2 * half);
    }
  }

  private static byte[] pair(BigInteger r, BigInteger s, int half) {
    byte[] pair = Arrays.copyOf(SigningKey.octets(r, half), 2 * half);
    System.arraycopy(SigningKey.octets(s, half), 0, pair, half, half);
    return pair;
  }

  @ParameterizedTest
  @EnumSource
  void acceptsMultiplesOfTheGenerator(EcCurve curve) {
    AffinePoint generator = AffinePoint.generator(AffinePoint.domain(jcaName(curve)));
    AffinePoint point = generator;
    for (int i = 0; i < 20; i++) {
      AffinePoint multiple = point;
      assertThatCode(() -> curve.check(multiple.publicKey())).doesNotThrowAnyException();
      assertThatCode(() -> curve.check(multiple.negated().publicKey())).doesNotThrowAnyException();
      point = AffinePoint.sum(point, generator);
    }
  }

  /** A key of any parameters and point, as a provider might create it. */
  private record MadeByHand(ECParameterSpec params, ECPoint point) implements ECPublicKey {

    @Override
    public ECPoint getW() {
      return point;
    }

    @Override
    public ECParameterSpec getParams() {
      return params;
    }

    @Override
    public String getAlgorithm() {
      return "EC";
    }

    @Override
    public String getFormat() {
      return "none";
    }

    @Override
    public byte[] getEncoded() {
      return new byte[0];
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesPointsOffTheCurve(EcCurve curve) {
    ECParameterSpec domain = AffinePoint.domain(jcaName(curve));
    BigInteger p = AffinePoint.p(domain);
    BigInteger x = domain.getGenerator().getAffineX();
    BigInteger y = domain.getGenerator().getAffineY();
    assertRefused(curve, domain, ECPoint.POINT_INFINITY, "infinity");
    assertRefused(curve, domain, new ECPoint(BigInteger.ZERO, BigInteger.ZERO), "not a point");
    assertRefused(curve, domain, new ECPoint(x, y.add(BigInteger.ONE)), "not a point");
    assertRefused(curve, domain, new ECPoint(y, x), "not a point");
    assertRefused(curve, domain, new ECPoint(x.add(p), y), "outside the field");
    assertRefused(curve, domain, new ECPoint(x, y.add(p)), "outside the field");
    assertRefused(curve, domain, new ECPoint(x, y.subtract(p)), "outside the field");
    assertRefused(curve, domain, new ECPoint(p, y), "outside the field");
  }

  @Test
  void refusesCurvesThatOnlyShareTheEquation() {
    ECParameterSpec domain = AffinePoint.domain("secp256r1");
    AffinePoint other = AffinePoint.generator(domain).times(BigInteger.TWO);
    ECPoint generator = new ECPoint(other.x(), other.y());
    ECParameterSpec foreign =
        new ECParameterSpec(domain.getCurve(), generator, domain.getOrder(), 1);
    assertRefused(EcCurve.P_256, foreign, domain.getGenerator(), "not a key of the curve P-256");
  }

  private static void assertRefused(
      EcCurve curve, ECParameterSpec domain, ECPoint point, String reason) {
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> curve.check(new MadeByHand(domain, point)))
        .withMessageContaining(reason);
  }

  private static String jcaName(EcCurve curve) {
    return switch (curve) {
      case P_256 -> "secp256r1";
      case P_384 -> "secp384r1";
      case P_521 -> "secp521r1";
    };
  }

  @Test
  void findsTheCurvesOfTheJdk() {
    ECParameterSpec p256 =
        ((ECPublicKey) SigningKey.shared(SignatureAlgorithm.ES256).publicKey()).getParams();

    assertThat(EcCurve.domain("secp256r1").getCurve()).isEqualTo(p256.getCurve());
    assertThat(EcCurve.domain("secp256r1").getGenerator()).isEqualTo(p256.getGenerator());
    assertThat(EcCurve.domain("secp384r1").getCurve()).isNotEqualTo(p256.getCurve());
  }

  @Test
  void saysWhichCurveTheJdkLacks() {
    assertThatIllegalStateException()
        .isThrownBy(() -> EcCurve.domain("secp0"))
        .withMessage("this JDK has no curve secp0");
  }
}
