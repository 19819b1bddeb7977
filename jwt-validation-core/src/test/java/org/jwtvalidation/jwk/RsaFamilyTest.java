// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.security.interfaces.RSAPublicKey;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RsaFamilyTest {

  private static final BigInteger F4 = BigInteger.valueOf(65537);

  /** An odd number of so many bits without the fingerprint of ROCA; no key to sign with. */
  static BigInteger modulus(int bits) {
    return new BigInteger(bits, new Random(bits)).setBit(bits - 1).setBit(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 2049, 3072, 4096, 8191, 8192})
  void acceptsModuliWithinTheBounds(int bits) {
    assertThatCode(() -> parse(modulus(bits), F4)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2047, 8193, 16384})
  void refusesModuliOutsideTheBounds(int bits) {
    assertRefused(modulus(bits), F4, "RSA modulus of " + bits + " bits, outside 2048 to 8192");
  }

  @Test
  void refusesEvenModuli() {
    assertRefused(modulus(2048).clearBit(0), F4, "even");
    assertRefused(BigInteger.ONE.shiftLeft(2047), F4, "even");
  }

  @Test
  void refusesModuliWithTheMarkOfRoca() {
    assertRefused(RocaFingerprintTest.marked(2048, new Random(3)), F4, "ROCA");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "65537",
        "65539",
        "2147483647",
        "4294967295" // 2^32 - 1
      })
  void acceptsOddExponentsWithinTheBounds(String exponent) {
    assertThatCode(() -> parse(modulus(2048), new BigInteger(exponent))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "2",
        "3",
        "17",
        "257",
        "65535",
        "65536",
        "65538",
        "4294967296", // 2^32
        "4294967297", // 2^32 + 1
        "18446744073709551615" // 2^64 - 1
      })
  void refusesOtherExponents(String exponent) {
    assertRefused(modulus(2048), new BigInteger(exponent), "exponent");
  }

  @Test
  void refusesExponentAsLongAsTheModulus() {
    assertRefused(modulus(2048), modulus(2047), "exponent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AA", "AAEAAQ"})
  void refusesNumbersThatAreNotWrittenTheShortestWay(String exponent) {
    Jwk jwk = new Jwk(Map.of("n", base64UrlUint(modulus(2048)), "e", exponent));
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> RsaFamily.RSA.parse(jwk))
        .withMessageContaining("\"e\" is not the shortest");
    // BigInteger writes a leading zero octet.
    Jwk signed =
        new Jwk(Map.of("n", SigningKey.base64Url(modulus(2048).toByteArray()), "e", "AQAB"));
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> RsaFamily.RSA.parse(signed))
        .withMessageContaining("\"n\" is not the shortest");
  }

  @Test
  void boundsSignaturesByLengthAndModulus() throws UnusableKeyException {
    for (int bits : new int[] {2048, 2049, 2056}) {
      int length = (bits + 7) / 8;
      BigInteger modulus = modulus(bits);
      Predicate<byte[]> format = RsaFamily.RSA.signatureFormat(parse(modulus, F4));
      BigInteger last = modulus.subtract(BigInteger.ONE);
      assertThat(format.test(SigningKey.octets(last, length))).isTrue();
      assertThat(format.test(SigningKey.octets(BigInteger.TWO, length))).isTrue();
      assertThat(format.test(SigningKey.octets(modulus, length))).isFalse();
      assertThat(format.test(SigningKey.octets(modulus.add(BigInteger.ONE), length))).isFalse();
      assertThat(format.test(SigningKey.octets(last, length + 1))).isFalse();
      assertThat(format.test(new byte[length - 1])).isFalse();
      assertThat(format.test(new byte[0])).isFalse();
    }
  }

  private static RSAPublicKey parse(BigInteger modulus, BigInteger exponent)
      throws UnusableKeyException {
    return (RSAPublicKey)
        RsaFamily.RSA.parse(
            new Jwk(
                Map.of(
                    "n", base64UrlUint(modulus),
                    "e", base64UrlUint(exponent))));
  }

  private static String base64UrlUint(BigInteger number) {
    return SigningKey.base64Url(SigningKey.octets(number, (number.bitLength() + 7) / 8));
  }

  private static void assertRefused(BigInteger modulus, BigInteger exponent, String reason) {
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> parse(modulus, exponent))
        .withMessageContaining(reason);
  }
}
