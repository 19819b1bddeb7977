// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.arithmetic.BigEndian;

/** What is refused before a provider sees it. */
class SignatureFormatTest {

  private static Predicate<byte[]> formatOf(SignatureAlgorithm algorithm) {
    PublicKey key = SigningKey.shared(algorithm).pair().getPublic();
    return algorithm.family().signatureFormat(key);
  }

  private static byte[] concatenated(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Test
  void takesRsaSignaturesAsLongAsTheModulusAndBelowIt() {
    Predicate<byte[]> format = formatOf(SignatureAlgorithm.RS256);
    RSAPublicKey key =
        (RSAPublicKey) SigningKey.shared(SignatureAlgorithm.RS256).pair().getPublic();
    BigInteger modulus = key.getModulus();

    assertThat(format.test(BigEndian.octets(modulus.subtract(BigInteger.ONE), 256))).isTrue();
    assertThat(format.test(BigEndian.octets(BigInteger.ONE, 256))).isTrue();
    assertThat(format.test(BigEndian.octets(modulus, 256))).isFalse();
    assertThat(format.test(BigEndian.octets(modulus.add(BigInteger.ONE), 256))).isFalse();
    assertThat(format.test(BigEndian.octets(BigInteger.ONE, 255))).isFalse();
    assertThat(format.test(BigEndian.octets(BigInteger.ONE, 257))).isFalse();
    assertThat(format.test(new byte[0])).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = SignatureAlgorithm.class,
      names = {"ES256", "ES384", "ES512"})
  void takesEcdsaSignaturesOfTwoNumbersBetweenOneAndTheOrder(SignatureAlgorithm algorithm) {
    Predicate<byte[]> format = formatOf(algorithm);
    BigInteger order =
        ((ECPublicKey) SigningKey.shared(algorithm).pair().getPublic()).getParams().getOrder();
    int length = (order.bitLength() + 7) / 8;
    byte[] one = BigEndian.octets(BigInteger.ONE, length);
    byte[] largest = BigEndian.octets(order.subtract(BigInteger.ONE), length);
    byte[] zero = new byte[length];
    byte[] tooLarge = BigEndian.octets(order, length);

    assertThat(format.test(concatenated(one, largest))).isTrue();
    assertThat(format.test(concatenated(largest, one))).isTrue();
    assertThat(format.test(concatenated(zero, one))).isFalse();
    assertThat(format.test(concatenated(one, zero))).isFalse();
    assertThat(format.test(concatenated(tooLarge, one))).isFalse();
    assertThat(format.test(concatenated(one, tooLarge))).isFalse();
    assertThat(format.test(concatenated(one, Arrays.copyOf(one, length - 1)))).isFalse();
    assertThat(format.test(concatenated(one, Arrays.copyOf(largest, length + 1)))).isFalse();
  }

  @Test
  void takesEdwardsSignaturesWhoseNumberIsBelowTheOrder() {
    // The order of Ed25519 (RFC 8032 section 5.1), least significant octet first.
    BigInteger order =
        BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    Predicate<byte[]> format = formatOf(SignatureAlgorithm.ED25519);
    byte[] point = new byte[32];

    assertThat(format.test(concatenated(point, littleEndian(BigInteger.ZERO)))).isTrue();
    assertThat(format.test(concatenated(point, littleEndian(order.subtract(BigInteger.ONE)))))
        .isTrue();
    assertThat(format.test(concatenated(point, littleEndian(order)))).isFalse();
    assertThat(format.test(concatenated(point, littleEndian(order.add(BigInteger.ONE))))).isFalse();
    assertThat(format.test(new byte[63])).isFalse();
    assertThat(format.test(new byte[65])).isFalse();
    assertThat(formatOf(SignatureAlgorithm.ED448).test(new byte[114])).isTrue();
    assertThat(formatOf(SignatureAlgorithm.ED448).test(new byte[115])).isFalse();
  }

  private static byte[] littleEndian(BigInteger number) {
    byte[] octets = BigEndian.octets(number, 32);
    for (int i = 0; i < 16; i++) {
      byte swapped = octets[i];
      octets[i] = octets[31 - i];
      octets[31 - i] = swapped;
    }
    return octets;
  }
}
