// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.util.SplittableRandom;

/** Digits, numbers and moduli that drive the fused arithmetic to its bounds. */
public final class FusedSource {

  private final SplittableRandom random;

  public FusedSource(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** D, a little more than any digit is proven to have. */
  static double greatest(FusedDigits form) {
    return form.base / 2 + form.base / 512;
  }

  /** Digits within ±D: all greatest, alternating, sparse or random. */
  double[] digits(FusedDigits form) {
    double greatest = greatest(form);
    int kind = random.nextInt(6);
    double[] digits = new double[form.count];
    for (int i = 0; i < digits.length; i++) {
      digits[i] =
          switch (kind) {
            case 0 -> greatest;
            case 1 -> -greatest;
            case 2 -> i % 2 == 0 ? greatest : -greatest;
            case 3 -> random.nextBoolean() ? greatest : -greatest;
            case 4 -> random.nextInt(8) == 0 ? greatest - random.nextInt(3) : 0;
            default -> random.nextLong((long) -greatest, (long) greatest + 1);
          };
    }
    return digits;
  }

  /** A number below the modulus: 0, 1, near the modulus, near a power of two, or any. */
  public BigInteger number(BigInteger modulus) {
    BigInteger number =
        switch (random.nextInt(8)) {
          case 0 -> BigInteger.valueOf(random.nextInt(3));
          case 1 -> modulus.subtract(BigInteger.valueOf(1 + random.nextInt(3)));
          case 2 ->
              BigInteger.ONE
                  .shiftLeft(random.nextInt(modulus.bitLength()))
                  .add(BigInteger.valueOf(random.nextInt(-2, 3)));
          case 3 -> modulus.shiftRight(random.nextInt(modulus.bitLength()));
          default -> bits(modulus.bitLength() + 64);
        };
    return number.mod(modulus);
  }

  /** An odd modulus of so many bits: the least, the greatest, with long runs of bits, or any. */
  public BigInteger modulus(int bits) {
    BigInteger least = BigInteger.ONE.shiftLeft(bits - 1);
    BigInteger modulus =
        switch (random.nextInt(6)) {
          case 0 -> least.add(BigInteger.valueOf(random.nextInt(8)));
          case 1 -> least.shiftLeft(1).subtract(BigInteger.valueOf(1 + random.nextInt(8)));
          case 2 -> least.shiftLeft(1).subtract(BigInteger.ONE.shiftLeft(random.nextInt(bits - 1)));
          case 3 -> least.add(BigInteger.ONE.shiftLeft(random.nextInt(bits - 1)));
          default -> bits(bits).setBit(bits - 1);
        };
    return modulus.setBit(0);
  }

  /** What may be in octets that were used before. */
  void fill(byte[] octets) {
    random.nextBytes(octets);
  }

  private BigInteger bits(int bits) {
    byte[] octets = new byte[(bits + 7) / 8];
    random.nextBytes(octets);
    return new BigInteger(1, octets).shiftRight(octets.length * 8 - bits);
  }

  /** The number that digits stand for. */
  static BigInteger value(FusedDigits form, double[] digits) {
    BigInteger value = BigInteger.ZERO;
    for (int i = digits.length - 1; i >= 0; i--) {
      value = value.shiftLeft(form.radix).add(integer(digits[i]));
    }
    return value;
  }

  /** Fails unless {@code number} is an integer. */
  static BigInteger integer(double number) {
    return new java.math.BigDecimal(number).toBigIntegerExact();
  }
}
