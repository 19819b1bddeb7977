// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LimbsTest {

  private static final BigInteger P256_ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private record Kind(String name, BigInteger prime, int radix) {

    Limbs limbs() {
      return new Limbs(prime, radix);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * All that are normalized: as fields have them, and as their elements and scalars are divided.
   */
  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("P-256", P256Field.P, 53),
        new Kind("2^255 - 19", Ed25519Field.P, 51),
        new Kind("2^255 - 19 to divide", Ed25519Field.P, 56),
        new Kind("order of P-256", P256_ORDER, 56));
  }

  private static List<BigInteger> numbers(BigInteger prime) {
    List<BigInteger> numbers = new ArrayList<>();
    for (int bit = 0; bit <= 256; bit++) {
      numbers.add(TWO.pow(bit).subtract(ONE));
      numbers.add(TWO.pow(256).subtract(TWO.pow(bit)));
    }
    for (int i = 1; i < 4; i++) {
      numbers.add(prime.subtract(BigInteger.valueOf(i)));
    }
    numbers.add(prime);
    numbers.add(prime.add(ONE));
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      numbers.add(new BigInteger(256, random));
    }
    return numbers.stream().filter(number -> number.bitLength() <= 256).toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void readsOctetsAtAnyPlace(Kind kind) {
    Limbs limbs = kind.limbs();
    for (BigInteger any : numbers(kind.prime)) {
      BigInteger number = any.mod(TWO.pow(Math.min(256, 5 * kind.radix)));
      for (int from = 0; from < 3; from++) {
        byte[] octets = new byte[32 + 2 * from];
        System.arraycopy(BigEndian.octets(number, 32), 0, octets, from, 32);
        if (from > 0) {
          octets[from - 1] = -1;
          octets[from + 32] = -1;
        }
        long[] element = limbs.of(octets, from);
        assertThat(element).isEqualTo(LimbSource.spread(number, kind.radix));
        assertThat(limbs.value(element)).isEqualTo(number);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void takesAnyNumberModuloThePrime(Kind kind) {
    Limbs limbs = kind.limbs();
    assertThat(limbs.modulus).isEqualTo(kind.prime);
    assertThat(limbs.value(limbs.prime)).isEqualTo(kind.prime);
    for (BigInteger number : numbers(kind.prime)) {
      BigInteger great = number.pow(2).negate();
      assertThat(limbs.value(limbs.of(great))).isEqualTo(great.mod(kind.prime));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void givesTheValueOfAnyLimbs(Kind kind) {
    Limbs limbs = kind.limbs();
    assertThat(limbs.value(new long[] {-1, 0, 0, 0, 0})).isEqualTo(ONE.negate());
    BigInteger sum = ZERO;
    for (int i = 0; i < 5; i++) {
      sum = sum.add(TWO.pow(kind.radix * i).multiply(BigInteger.valueOf(Long.MIN_VALUE + i)));
    }
    long min = Long.MIN_VALUE;
    assertThat(limbs.value(new long[] {min, min + 1, min + 2, min + 3, min + 4})).isEqualTo(sum);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void unpacksFromAnyPlaceWhatItPacked(Kind kind) {
    Limbs limbs = kind.limbs();
    for (BigInteger any : numbers(kind.prime)) {
      BigInteger number = any.mod(TWO.pow(Math.min(256, 5 * kind.radix)));
      long[] element = LimbSource.spread(number, kind.radix);
      long[] before = element.clone();
      for (int at = 0; at < 3; at++) {
        long[] words = new long[4 + 2 * at];
        limbs.pack(element, words, at);
        assertThat(element).isEqualTo(before);
        BigInteger packed = number.mod(kind.prime);
        for (int i = 0; i < words.length; i++) {
          long word = i < at || i >= at + 4 ? 0 : packed.shiftRight(64 * (i - at)).longValue();
          assertThat(words[i]).isEqualTo(word);
        }
        if (at > 0) {
          words[at - 1] = -1;
          words[at + 4] = -1;
        }
        long[] unpacked = {-1, -1, -1, -1, -1};
        limbs.unpack(words, at, unpacked);
        assertThat(unpacked).isEqualTo(LimbSource.spread(packed, kind.radix));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void normalizesAllMultiplesInReachAndTheirNeighbours(Kind kind) {
    Limbs limbs = kind.limbs();
    for (int times = -100; times <= 100; times++) {
      for (int more = -2; more <= 2; more++) {
        BigInteger number =
            kind.prime.multiply(BigInteger.valueOf(times)).add(BigInteger.valueOf(more));
        assertNormalized(kind, limbs, LimbSource.spread(number, kind.radix));
      }
    }
    for (int power = -100; power <= 99; power++) {
      for (int more = -2; more <= 2; more++) {
        BigInteger number =
            TWO.pow(kind.prime.bitLength())
                .multiply(BigInteger.valueOf(power))
                .add(BigInteger.valueOf(more));
        assertNormalized(kind, limbs, LimbSource.spread(number, kind.radix));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void normalizesLimbsAtTheirBounds(Kind kind) {
    Limbs limbs = kind.limbs();
    // The excess of all limbs is carried into the last one: together within 100 primes.
    long greatestLast = (limbs.prime[4] + 1) * 100 - (1L << (62 - kind.radix)) - 1;
    LimbSource source = new LimbSource(1L << 62, greatestLast, 2);
    source.extremes().forEach(element -> assertNormalized(kind, limbs, element));
    for (int i = 0; i < 20_000; i++) {
      assertNormalized(kind, limbs, source.next());
    }
  }

  private static void assertNormalized(Kind kind, Limbs limbs, long[] element) {
    BigInteger expected = limbs.value(element).mod(kind.prime);
    long[] normalized = element.clone();
    limbs.normalize(normalized);
    assertThat(normalized).isEqualTo(LimbSource.spread(expected, kind.radix));
  }

  @Test
  void takesNoOtherLimbsForZero() {
    assertThat(Limbs.isZero(new long[5])).isTrue();
    for (int limb = 0; limb < 5; limb++) {
      for (int bit = 0; bit < 64; bit++) {
        long[] element = new long[5];
        element[limb] = 1L << bit;
        assertThat(Limbs.isZero(element)).isFalse();
      }
    }
    assertThat(Limbs.isZero(new long[] {1, 1, 1, 1, 1})).isFalse();
    assertThat(Limbs.isZero(new long[] {-1, -1, -1, -1, -1})).isFalse();
  }
}
