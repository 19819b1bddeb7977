// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.ECParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures with chosen u1 = e/s and u2 = r/s, and chosen keys, as an attacker might. */
@Tag("jdk-independent")
class Es256VerificationTest {

  private static final ECParameterSpec P256 = AffinePoint.domain("secp256r1");
  private static final AffinePoint G = AffinePoint.generator(P256);
  private static final BigInteger N = P256.getOrder();
  private static final BigInteger P = AffinePoint.p(P256);

  private static final byte[] MESSAGE = "chosen".getBytes(US_ASCII);
  private static final BigInteger E = hash(MESSAGE);

  /** The widths of the windows of a key and of the base point. */
  private static final int KEY_WIDTH = 7;

  private static BigInteger hash(byte[] message) {
    try {
      return new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(message));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Es256Verification verification(AffinePoint key) {
    return new Es256Verification(key.x(), key.y());
  }

  private static byte[] signature(BigInteger r, BigInteger s) {
    byte[] signature = Arrays.copyOf(BigEndian.octets(r, 32), 64);
    System.arraycopy(BigEndian.octets(s, 32), 0, signature, 32, 32);
    return signature;
  }

  private static AffinePoint times(BigInteger scalar) {
    BigInteger positive = scalar.mod(N);
    return positive.bitLength() < 255
        ? requireNonNull(G.times(positive))
        : requireNonNull(G.times(N.subtract(positive))).negated();
  }

  private static AffinePoint times(long scalar) {
    return times(BigInteger.valueOf(scalar));
  }

  private static BigInteger quotient(BigInteger dividend, BigInteger divisor) {
    return dividend.multiply(divisor.modInverse(N)).mod(N);
  }

  /** The answer of the standard, by textbook arithmetic. */
  private static boolean expected(AffinePoint key, BigInteger e, BigInteger r, BigInteger s) {
    AffinePoint sum = AffinePoint.sum(G.times(quotient(e, s)), key.times(quotient(r, s)));
    return sum != null && sum.x().mod(N).equals(r);
  }

  /** The signature is valid, and some that differ in one bit of r, s or the message are not. */
  private static void assertVerifiesNothingElse(AffinePoint key, BigInteger r, BigInteger s) {
    Es256Verification verification = verification(key);
    byte[] signature = signature(r, s);
    assertThat(verification.verify(MESSAGE, MESSAGE.length, signature)).isTrue();
    for (int i = 0; i < 512; i += 37) {
      byte[] other = signature.clone();
      other[i >> 3] ^= (byte) (1 << (i & 7));
      assertThat(verification.verify(MESSAGE, MESSAGE.length, other)).isFalse();
    }
    byte[] message = MESSAGE.clone();
    message[0] ^= 1;
    assertThat(verification.verify(message, message.length, signature)).isFalse();
    assertThat(verification.verify(MESSAGE, MESSAGE.length - 1, signature)).isFalse();
    // The second valid signature of ECDSA.
    assertThat(verification.verify(MESSAGE, MESSAGE.length, signature(r, N.subtract(s)))).isTrue();
  }

  /** Signs with any private key and nonce. */
  private static BigInteger[] signed(BigInteger privateKey, BigInteger nonce) {
    BigInteger r = times(nonce).x().mod(N);
    return new BigInteger[] {r, quotient(E.add(r.multiply(privateKey)), nonce)};
  }

  /** The public keys G, −G, 2G and so on, and nonces for which R is one of them. */
  @ParameterizedTest
  @ValueSource(longs = {1, -1, 2, -2, 3, 7, 64, 127, 128, -128, 1 << 20})
  void verifiesUnderKeysThatAreSmallMultiplesOfTheBasePoint(long privateKey) {
    BigInteger d = BigInteger.valueOf(privateKey).mod(N);
    for (long nonce : new long[] {1, -1, 2, 3, 64, 128, 1 << 14}) {
      BigInteger[] signature = signed(d, BigInteger.valueOf(nonce).mod(N));
      assertVerifiesNothingElse(times(d), signature[0], signature[1]);
    }
  }

  @Test
  void verifiesUnderRandomKeys() {
    Random random = new Random(12);
    for (int i = 0; i < 8; i++) {
      BigInteger d = new BigInteger(255, random).add(ONE);
      BigInteger[] signature = signed(d, new BigInteger(255, random).add(ONE));
      assertVerifiesNothingElse(times(d), signature[0], signature[1]);
    }
  }

  /** As u1 = u2·d or −u2·d, the two halves of the sum are equal, or their sum is infinity. */
  @Test
  void refusesSumsAtInfinity() {
    for (long privateKey : new long[] {1, -1, 2, 5, 1 << 20}) {
      BigInteger d = BigInteger.valueOf(privateKey).mod(N);
      Es256Verification verification = verification(times(d));
      // u1·G + u2·d·G = 0 for any s.
      BigInteger r = quotient(E, d).negate().mod(N);
      for (BigInteger s : List.of(ONE, TWO, E.mod(N), N.subtract(ONE), r, N.subtract(r))) {
        assertThat(verification.verify(MESSAGE, MESSAGE.length, signature(r, s))).isFalse();
      }
      // The sum has no coordinates, neither 0 nor those of a point that was added.
      for (long u1 : new long[] {1, 2, 63, 64, 65, 512, 1024}) {
        BigInteger s = quotient(E, BigInteger.valueOf(u1));
        assertThat(verification.verify(MESSAGE, MESSAGE.length, signature(r, s))).isFalse();
      }
    }
  }

  @Test
  void addsEqualHalves() {
    for (long privateKey : new long[] {1, -1, 2, 5}) {
      BigInteger d = BigInteger.valueOf(privateKey).mod(N);
      AffinePoint key = times(d);
      BigInteger r = quotient(E, d);
      Es256Verification verification = verification(key);
      for (long u1 : new long[] {1, 64, 65, 512, 1 << 30}) {
        BigInteger s = quotient(E, BigInteger.valueOf(u1));
        assertThat(verification.verify(MESSAGE, MESSAGE.length, signature(r, s)))
            .isEqualTo(expected(key, E, r, s));
      }
    }
  }

  /** Small u1 and u2 under small keys: many of the sums meet equal or opposite points. */
  @Test
  void answersAsSchoolbooksDoForSmallScalars() {
    for (long privateKey : new long[] {1, -1, 2, -3}) {
      Es256Verification verification = verification(times(privateKey));
      for (long u1 = -3; u1 <= 3; u1++) {
        for (long u2 : new long[] {-129, -65, -64, -2, -1, 1, 2, 3, 63, 64, 65, 127, 128, 129}) {
          // There is no s with u1 = 0, because e is not 0.
          if (u1 != 0) {
            BigInteger s = quotient(E, BigInteger.valueOf(u1).mod(N));
            BigInteger r = s.multiply(BigInteger.valueOf(u2)).mod(N);
            long sum = u1 + u2 * privateKey;
            assertThat(verification.verify(MESSAGE, MESSAGE.length, signature(r, s)))
                .isEqualTo(sum != 0 && times(sum).x().mod(N).equals(r));
          }
        }
      }
    }
  }

  // Valid signatures whose sums meet equal or opposite points

  /** The signed digits of a scalar, in the order of the additions. */
  private static int[] digits(BigInteger scalar) {
    int[] digits = new int[256 / KEY_WIDTH + 1];
    BigInteger rest = scalar;
    for (int i = 0; i < digits.length; i++) {
      int digit = rest.intValue() & ((1 << KEY_WIDTH) - 1);
      digits[i] = digit > 1 << (KEY_WIDTH - 1) ? digit - (1 << KEY_WIDTH) : digit;
      rest = rest.subtract(BigInteger.valueOf(digits[i])).shiftRight(KEY_WIDTH);
    }
    assertThat(rest).isZero();
    return digits;
  }

  /**
   * Searches for private keys d with u1 = ±digit·d, so that u1·G meets the same point or its
   * opposite in the first addition of the key's table. With u1 = ek/(e + rd) that is an equation of
   * degree 2 for d: ±digit·r·d² ± digit·e·d − ek = 0.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void verifiesWhereTheFirstPointOfTheKeyIsEqualOrOpposite(int sign) {
    int found = 0;
    for (int nonce = 1001; found < 2; nonce++) {
      BigInteger k = BigInteger.valueOf(nonce);
      BigInteger r = times(nonce).x().mod(N);
      for (int digit = -63; digit <= 64 && found < 2; digit++) {
        BigInteger a = BigInteger.valueOf((long) sign * digit);
        BigInteger root =
            digit == 0
                ? null
                : squareRoot(
                    a.multiply(E).pow(2).add(a.multiply(r).multiply(E).multiply(k).shiftLeft(2)));
        if (root == null) {
          continue;
        }
        BigInteger d =
            quotient(root.subtract(a.multiply(E)).mod(N), a.multiply(r).shiftLeft(1).mod(N));
        BigInteger s = quotient(E.add(r.multiply(d)), k);
        BigInteger u1 = quotient(E, s);
        assertThat(u1).isEqualTo(a.multiply(d).mod(N));
        if (digits(quotient(r, s))[0] == digit) {
          found++;
          assertVerifiesNothingElse(times(d), r, s);
        }
      }
    }
  }

  /** A square root modulo n, which is 1 modulo 16 (Tonelli and Shanks), or null. */
  private static @Nullable BigInteger squareRoot(BigInteger number) {
    BigInteger square = number.mod(N);
    int twos = N.subtract(ONE).getLowestSetBit();
    BigInteger odd = N.shiftRight(twos);
    BigInteger nonSquare = TWO;
    while (nonSquare.modPow(N.shiftRight(1), N).equals(ONE)) {
      nonSquare = nonSquare.add(ONE);
    }
    BigInteger generator = nonSquare.modPow(odd, N);
    BigInteger root = square.modPow(odd.add(ONE).shiftRight(1), N);
    BigInteger error = square.modPow(odd, N);
    for (int i = twos - 2; i >= 0; i--) {
      if (!error.modPow(TWO.pow(i), N).equals(ONE)) {
        BigInteger factor = generator.modPow(TWO.pow(twos - 2 - i), N);
        root = root.multiply(factor).mod(N);
        error = error.multiply(factor).multiply(factor).mod(N);
      }
    }
    return error.equals(ONE) ? root : null;
  }

  /**
   * The last point that is added is D·Q, where D is the digit of the last window. With the nonce
   * 2D·d it is as if R were 2D·Q, so that all before are D·Q, too.
   */
  @Test
  void verifiesWhereTheLastPointOfTheKeyIsEqual() {
    int found = 0;
    for (long privateKey = 1; found < 2; privateKey++) {
      BigInteger d = BigInteger.valueOf(privateKey);
      for (int digit = 1; digit < 16; digit++) {
        BigInteger last = BigInteger.valueOf(digit).shiftLeft(36 * KEY_WIDTH);
        BigInteger[] signature = signed(d, last.shiftLeft(1).multiply(d).mod(N));
        BigInteger u2 = quotient(signature[0], signature[1]);
        if (digits(u2)[36] == digit) {
          BigInteger before = quotient(E, signature[1]).add(u2.subtract(last).multiply(d));
          assertThat(before.mod(N)).isEqualTo(last.multiply(d).mod(N));
          assertVerifiesNothingElse(times(d), signature[0], signature[1]);
          found++;
        }
      }
    }
  }

  // Coordinates between n and p

  /** The first such points from n on, and the last ones: there r is just below p − n. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void verifiesWhereXOfRIsNotBelowTheOrder(boolean last) {
    Random random = new Random(13);
    BigInteger x = last ? P : N;
    for (int found = 0; found < 2; ) {
      x = last ? x.subtract(ONE) : x.add(ONE);
      AffinePoint point = AffinePoint.withX(P256, x);
      if (point != null) {
        found++;
        BigInteger r = x.subtract(N);
        BigInteger s = new BigInteger(255, random).add(ONE);
        AffinePoint key = keyOf(point, r, s);
        assertThat(expected(key, E, r, s)).isTrue();
        assertVerifiesNothingElse(key, r, s);
      }
    }
  }

  /** The key under which u1·G + u2·Q is {@code sum}. */
  private static AffinePoint keyOf(AffinePoint sum, BigInteger r, BigInteger s) {
    AffinePoint ofKey = AffinePoint.sum(sum, times(quotient(E, s)).negated());
    return requireNonNull(requireNonNull(ofKey).times(quotient(s, r)));
  }

  /**
   * An r from p − n on stands for itself alone: r + n is no coordinate, though r + n − p is one.
   */
  @Test
  void addsTheOrderOnlyBelowTheFieldsPrime() {
    Random random = new Random(14);
    int found = 0;
    for (BigInteger x = ZERO; found < 3; x = x.add(ONE)) {
      AffinePoint point = AffinePoint.withX(P256, x);
      if (point == null) {
        continue;
      }
      found++;
      // The coordinate is r + n modulo p.
      BigInteger r = x.add(P).subtract(N);
      BigInteger s = new BigInteger(255, random).add(ONE);
      AffinePoint key = keyOf(point, r, s);
      assertThat(expected(key, E, r, s)).isFalse();
      assertThat(verification(key).verify(MESSAGE, MESSAGE.length, signature(r, s))).isFalse();
    }
  }

  // Hashes

  /** Messages whose hashes are not below n, and below 2^231. */
  @ParameterizedTest
  @ValueSource(strings = {"3610672442", "426479724"})
  void verifiesExtremeHashes(String text) {
    byte[] message = text.getBytes(US_ASCII);
    BigInteger e = hash(message);
    assertThat(e.compareTo(N) >= 0 || e.bitLength() < 232).isTrue();
    for (long privateKey : new long[] {1, 12345, -2}) {
      BigInteger d = BigInteger.valueOf(privateKey).mod(N);
      BigInteger r = times(777).x().mod(N);
      BigInteger s = quotient(e.add(r.multiply(d)), BigInteger.valueOf(777));
      Es256Verification verification = verification(times(d));
      assertThat(verification.verify(message, message.length, signature(r, s))).isTrue();
      assertThat(verification.verify(message, message.length, signature(r, s.xor(ONE)))).isFalse();
    }
  }

  /** The check of the format excludes such r and s; the arithmetic does not rely on it. */
  @Test
  void refusesZeros() {
    Es256Verification verification = verification(G);
    BigInteger r = times(777).x().mod(N);
    for (BigInteger[] pair : new BigInteger[][] {{ZERO, ZERO}, {r, ZERO}, {ZERO, r}, {ZERO, ONE}}) {
      assertThat(verification.verify(MESSAGE, MESSAGE.length, signature(pair[0], pair[1])))
          .isFalse();
    }
  }
}
