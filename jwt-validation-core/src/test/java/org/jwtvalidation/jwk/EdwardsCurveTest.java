// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.security.spec.EdECPoint;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdwardsCurveTest {

  /** The curve ax² + y² = 1 + dx²y² with schoolbook arithmetic. */
  private record Curve(BigInteger p, BigInteger a, BigInteger d, BigInteger order, int length) {

    static Curve of(EdwardsCurve curve) {
      return switch (curve) {
        case ED25519 ->
            new Curve(
                TWO.pow(255).subtract(BigInteger.valueOf(19)),
                ONE.negate(),
                new BigInteger(
                    "37095705934669439343138083508754565189542113879843219016388785533085940283555"),
                new BigInteger(
                    "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed", 16),
                32);
        case ED448 ->
            new Curve(
                TWO.pow(448).subtract(TWO.pow(224)).subtract(ONE),
                ONE,
                BigInteger.valueOf(-39081),
                new BigInteger(
                    "3fffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                        + "7cca23e9c44edb49aed63690216cc2728dc58f552378c292ab5844f3",
                    16),
                57);
      };
    }

    Point generator() {
      return length == 32
          ? new Point(
              this,
              new BigInteger(
                  "15112221349535400772501151409588531511454012693041857206046113283949847762202"),
              BigInteger.valueOf(4).multiply(BigInteger.valueOf(5).modInverse(p)).mod(p))
          : new Point(
              this,
              new BigInteger(
                  "4f1970c66bed0ded221d15a622bf36da9e146570470f1767ea6de324"
                      + "a3d3a46412ae1af72ab66511433b80e18b00938e2626a82bc70cc05e",
                  16),
              new BigInteger(
                  "693f46716eb6bc248876203756c9c7624bea73736ca3984087789c1e"
                      + "05a0c2d73ad3ff1ce67c39c4fdbd132c4ed7c8ad9808795bf230fa14",
                  16));
    }

    Point identity() {
      return new Point(this, ZERO, ONE);
    }

    /** The encoding of RFC 8032: y in little-endian order, the sign of x on top. */
    byte[] encoded(BigInteger y, boolean xOdd) {
      byte[] octets = reversed(SigningKey.octets(y, length));
      octets[length - 1] |= (byte) (xOdd ? 0x80 : 0);
      return octets;
    }
  }

  private record Point(Curve curve, BigInteger x, BigInteger y) {

    Point plus(Point other) {
      BigInteger p = curve.p;
      BigInteger product =
          curve.d.multiply(x).multiply(other.x).multiply(y).multiply(other.y).mod(p);
      BigInteger newX =
          x.multiply(other.y).add(y.multiply(other.x)).multiply(ONE.add(product).modInverse(p));
      BigInteger newY =
          y.multiply(other.y)
              .subtract(curve.a.multiply(x).multiply(other.x))
              .multiply(ONE.subtract(product).mod(p).modInverse(p));
      return new Point(curve, newX.mod(p), newY.mod(p));
    }

    Point times(BigInteger scalar) {
      Point product = curve.identity();
      for (int bit = scalar.bitLength() - 1; bit >= 0; bit--) {
        product = product.plus(product);
        if (scalar.testBit(bit)) {
          product = product.plus(this);
        }
      }
      return product;
    }

    byte[] encoded() {
      return curve.encoded(y, x.testBit(0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void boundsSignaturesByTheOrderOfTheGenerator(EdwardsCurve edwards) {
    Curve curve = Curve.of(edwards);
    Point generator = curve.generator();
    assertThat(generator.times(curve.order)).isEqualTo(curve.identity());
    assertThat(generator.times(curve.order.add(ONE))).isEqualTo(generator);

    Predicate<byte[]> format = format(edwards);
    assertThat(format.test(signature(curve, ZERO))).isTrue();
    assertThat(format.test(signature(curve, curve.order.subtract(ONE)))).isTrue();
    assertThat(format.test(signature(curve, curve.order))).isFalse();
    assertThat(format.test(signature(curve, curve.order.add(ONE)))).isFalse();
    assertThat(format.test(signature(curve, curve.order.shiftLeft(1)))).isFalse();
    byte[] largest = new byte[2 * curve.length];
    Arrays.fill(largest, (byte) 0xff);
    assertThat(format.test(largest)).isFalse();
    for (int length = 0; length <= 3 * curve.length; length++) {
      assertThat(format.test(new byte[length])).isEqualTo(length == 2 * curve.length);
    }
  }

  private static Predicate<byte[]> format(EdwardsCurve curve) {
    SignatureAlgorithm algorithm =
        curve == EdwardsCurve.ED25519 ? SignatureAlgorithm.ED25519 : SignatureAlgorithm.ED448;
    return curve.signatureFormat(SigningKey.shared(algorithm).publicKey());
  }

  private static byte[] signature(Curve curve, BigInteger s) {
    byte[] signature = new byte[2 * curve.length];
    byte[] reversed = reversed(SigningKey.octets(s, curve.length));
    System.arraycopy(reversed, 0, signature, curve.length, curve.length);
    return signature;
  }

  @Test
  void findsTheOtherCoordinateOfPointsOfEd25519() {
    Point generator = Curve.of(EdwardsCurve.ED25519).generator();
    Point point = generator;
    for (int i = 1; i <= 16; i++) {
      boolean xOdd = point.x.testBit(0);
      assertThat(EdwardsCurve.ED25519.x(new EdECPoint(xOdd, point.y))).isEqualTo(point.x);
      assertThat(EdwardsCurve.ED25519.x(new EdECPoint(!xOdd, point.y)))
          .isEqualTo(point.curve.p.subtract(point.x));
      point = point.plus(generator);
    }
  }

  @ParameterizedTest
  @EnumSource
  void acceptsMultiplesOfTheGenerator(EdwardsCurve edwards) {
    Point generator = Curve.of(edwards).generator();
    Point point = generator;
    for (int i = 0; i < 20; i++) {
      byte[] encoded = point.encoded();
      assertThatCode(() -> parse(edwards, encoded)).doesNotThrowAnyException();
      point = point.plus(generator);
    }
  }

  /** The torsion points of Ed25519, without multiples of others in the list. */
  private static final String ORDER_8 =
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05";

  @Test
  void refusesAllEncodingsOfSmallOrderPointsOfEd25519() {
    Curve curve = Curve.of(EdwardsCurve.ED25519);
    Set<BigInteger> ys = new LinkedHashSet<>();
    BigInteger y8 = new BigInteger(1, reversed(HexFormat.of().parseHex(ORDER_8)));
    BigInteger last = curve.p.subtract(ONE);
    ys.addAll(Set.of(ZERO, ONE, last, y8, curve.p.subtract(y8)));
    // Not canonical: the only two coordinates p and more that 255 bits hold and that are of a
    // small order.
    ys.addAll(Set.of(curve.p, curve.p.add(ONE)));
    Set<String> encodings = new HashSet<>();
    for (BigInteger y : ys) {
      for (boolean xOdd : new boolean[] {false, true}) {
        byte[] encoded = curve.encoded(y, xOdd);
        encodings.add(HexFormat.of().formatHex(encoded));
        assertRefused(EdwardsCurve.ED25519, encoded);
      }
    }
    assertThat(encodings).hasSize(14);
  }

  @Test
  void namesSmallOrderForTheEightPointsOfEd25519() {
    Curve curve = Curve.of(EdwardsCurve.ED25519);
    Point generator = pointOfOrder8(curve);
    Set<Point> points = new HashSet<>();
    Point point = generator;
    for (int i = 0; i < 8; i++) {
      points.add(point);
      byte[] encoded = point.encoded();
      assertThatExceptionOfType(UnusableKeyException.class)
          .isThrownBy(() -> parse(EdwardsCurve.ED25519, encoded))
          .withMessageContaining("small order");
      point = point.plus(generator);
    }
    assertThat(points).hasSize(8);
    assertThat(point).isEqualTo(generator);
  }

  private static Point pointOfOrder8(Curve curve) {
    BigInteger y = new BigInteger(1, reversed(HexFormat.of().parseHex(ORDER_8)));
    BigInteger ySquared = y.multiply(y);
    BigInteger xSquared =
        ONE.subtract(ySquared)
            .multiply(curve.a.subtract(curve.d.multiply(ySquared)).mod(curve.p).modInverse(curve.p))
            .mod(curve.p);
    // A square root modulo p, which is 5 modulo 8.
    BigInteger x = xSquared.modPow(curve.p.add(BigInteger.valueOf(3)).shiftRight(3), curve.p);
    if (!x.multiply(x).mod(curve.p).equals(xSquared)) {
      x = x.multiply(TWO.modPow(curve.p.shiftRight(2), curve.p)).mod(curve.p);
    }
    assertThat(x.multiply(x).mod(curve.p)).isEqualTo(xSquared);
    return new Point(curve, x, y);
  }

  @Test
  void refusesAllEncodingsOfSmallOrderPointsOfEd448() {
    Curve curve = Curve.of(EdwardsCurve.ED448);
    for (BigInteger y : Set.of(ZERO, ONE, curve.p.subtract(ONE))) {
      for (boolean xOdd : new boolean[] {false, true}) {
        assertRefused(EdwardsCurve.ED448, curve.encoded(y, xOdd));
        assertRefused(EdwardsCurve.ED448, curve.encoded(y.add(curve.p), xOdd));
        assertRefused(EdwardsCurve.ED448, curve.encoded(y.add(curve.p.shiftLeft(6)), xOdd));
      }
      byte[] canonical = curve.encoded(y, false);
      assertThatExceptionOfType(UnusableKeyException.class)
          .isThrownBy(() -> parse(EdwardsCurve.ED448, canonical))
          .withMessageContaining("small order");
    }
    Point orderFour = new Point(curve, ONE, ZERO);
    assertThat(orderFour.times(BigInteger.valueOf(4))).isEqualTo(curve.identity());
    assertThat(orderFour.times(TWO)).isNotEqualTo(curve.identity());
  }

  @ParameterizedTest
  @EnumSource
  void refusesCoordinatesOutsideTheField(EdwardsCurve edwards) {
    Curve curve = Curve.of(edwards);
    BigInteger all = ONE.shiftLeft(8 * curve.length - 1).subtract(ONE);
    for (BigInteger y : Set.of(curve.p, curve.p.add(BigInteger.valueOf(3)), all)) {
      byte[] encoded = curve.encoded(y, false);
      assertThatExceptionOfType(UnusableKeyException.class)
          .isThrownBy(() -> parse(edwards, encoded))
          .withMessageContaining("outside the field");
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesAboutHalfOfAllCoordinatesAsNotOnTheCurve(EdwardsCurve edwards) {
    Curve curve = Curve.of(edwards);
    int refused = 0;
    for (int y = 2; y < 202; y++) {
      try {
        parse(edwards, curve.encoded(BigInteger.valueOf(y), false));
      } catch (UnusableKeyException e) {
        assertThat(e).hasMessageContaining("not a point");
        refused++;
      }
    }
    assertThat(refused).isBetween(60, 140);
  }

  @ParameterizedTest
  @EnumSource
  void refusesTheSignOfZero(EdwardsCurve edwards) {
    Curve curve = Curve.of(edwards);
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> parse(edwards, curve.encoded(ONE, true)))
        .withMessageContaining("not a point");
  }

  @ParameterizedTest
  @CsvSource({"ED25519, 31", "ED25519, 33", "ED25519, 0", "ED448, 56", "ED448, 58"})
  void refusesOtherLengths(EdwardsCurve edwards, int length) {
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> parse(edwards, new byte[length]))
        .withMessageContaining("has %s octets, not", length);
  }

  /** Ed25519 keys of RFC 8032 section 7.1. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
      })
  void readsKeysOfRfc8032(String hex) {
    assertThatCode(() -> parse(EdwardsCurve.ED25519, HexFormat.of().parseHex(hex)))
        .doesNotThrowAnyException();
  }

  @Test
  void makesTheSameKeyAsTheProvider() throws UnusableKeyException {
    for (EdwardsCurve curve : EdwardsCurve.values()) {
      SignatureAlgorithm algorithm =
          curve == EdwardsCurve.ED25519 ? SignatureAlgorithm.ED25519 : SignatureAlgorithm.ED448;
      for (int i = 0; i < 20; i++) {
        SigningKey key = SigningKey.generate(algorithm);
        byte[] x509 = key.publicKey().getEncoded();
        int length = Curve.of(curve).length;
        byte[] encoded = Arrays.copyOfRange(x509, x509.length - length, x509.length);
        assertThat(curve.parse(jwk(encoded))).isEqualTo(key.publicKey());
      }
    }
  }

  private static void assertRefused(EdwardsCurve curve, byte[] encoded) {
    assertThatExceptionOfType(UnusableKeyException.class)
        .as(HexFormat.of().formatHex(encoded))
        .isThrownBy(() -> parse(curve, encoded));
  }

  private static void parse(EdwardsCurve curve, byte[] encoded) throws UnusableKeyException {
    assertThat(curve.parse(jwk(encoded))).isNotNull();
  }

  private static Jwk jwk(byte[] x) {
    return new Jwk(Map.of("x", SigningKey.base64Url(x)));
  }

  private static byte[] reversed(byte[] octets) {
    byte[] reversed = new byte[octets.length];
    for (int i = 0; i < octets.length; i++) {
      reversed[i] = octets[octets.length - 1 - i];
    }
    return reversed;
  }
}
