// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Numbers modulo a prime below 2^256, in five limbs of 51 to 63 bits, least significant limb first.
 * Until a number is normalized, its limbs may be negative, and may have more bits than the radix.
 */
final class Limbs {

  static final int LIMBS = 5;

  final BigInteger modulus;
  final long[] prime;
  private final int radix;
  private final long mask;

  Limbs(BigInteger modulus, int radix) {
    this.modulus = modulus;
    this.radix = radix;
    this.mask = (1L << radix) - 1;
    this.prime = of(BigEndian.octets(modulus, 32), 0);
  }

  /** The number modulo the prime. */
  long[] of(BigInteger number) {
    return of(BigEndian.octets(number.mod(modulus), 32), 0);
  }

  /** The unsigned number in 32 octets, most significant octet first. */
  long[] of(byte[] octets, int from) {
    ByteBuffer buffer = ByteBuffer.wrap(octets, from, 32);
    long[] words = new long[4];
    for (int i = 3; i >= 0; i--) {
      words[i] = buffer.getLong();
    }
    long[] limbs = new long[LIMBS];
    unpack(words, 0, limbs);
    return limbs;
  }

  /** The number, which need not be normalized. */
  BigInteger value(long[] number) {
    BigInteger value = BigInteger.ZERO;
    for (int i = LIMBS - 1; i >= 0; i--) {
      value = value.shiftLeft(radix).add(BigInteger.valueOf(number[i]));
    }
    return value;
  }

  /** Reads a number from four words. Shifts count modulo 64. */
  void unpack(long[] words, int at, long[] limbs) {
    long w0 = words[at], w1 = words[at + 1], w2 = words[at + 2], w3 = words[at + 3];
    limbs[0] = w0 & mask;
    limbs[1] = ((w0 >>> radix) | (w1 << -radix)) & mask;
    limbs[2] = ((w1 >>> (2 * radix)) | (w2 << (-2 * radix))) & mask;
    limbs[3] = ((w2 >>> (3 * radix)) | (w3 << (-3 * radix))) & mask;
    limbs[4] = w3 >>> (4 * radix);
  }

  /** Writes a number, which {@link #normalize} accepts, to four words, which are 0. */
  void pack(long[] number, long[] words, int at) {
    long[] limbs = number.clone();
    normalize(limbs);
    for (int i = 0; i < LIMBS; i++) {
      int word = (i * radix) >> 6;
      int bit = i * radix & 63;
      words[at + word] |= limbs[i] << bit;
      if (word < 3) {
        words[at + word + 1] |= limbs[i] >>> 1 >>> (63 - bit);
      }
    }
  }

  /**
   * Reduces a number within ±100 times the prime to one from 0 to less than the prime; its limbs
   * may be within ±2^62. This needs a prime closely below a power of two, as are those of both
   * fields and the order of P-256.
   */
  void normalize(long[] number) {
    addPrimes(0, number);
    // After its bits above those of the prime are cleared, and the prime is subtracted once, the
    // number is below the prime.
    addPrimes(-1 - (number[4] >> (Long.SIZE - Long.numberOfLeadingZeros(prime[4]))), number);
    while (number[4] < 0) {
      addPrimes(1, number);
    }
  }

  private void addPrimes(long times, long[] number) {
    long carry = 0;
    for (int i = 0; i < LIMBS - 1; i++) {
      carry += number[i] + times * prime[i];
      number[i] = carry & mask;
      carry >>= radix;
    }
    number[4] += times * prime[4] + carry;
  }

  static boolean isZero(long[] limbs) {
    return (limbs[0] | limbs[1] | limbs[2] | limbs[3] | limbs[4]) == 0;
  }
}
