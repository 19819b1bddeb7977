// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;

/**
 * Raises numbers to the power of 65537 modulo an RSA modulus by fused multiply-add, in little more
 * than half the time of {@link BigInteger#modPow} where HotSpot compiles {@link FusedRows} to
 * vector instructions.
 *
 * <p>A reduction needs no quotient: the upper digits of a product are multiplied by powers of the
 * radix modulo N, which are computed once for a key. Thread-safe.
 */
public final class FusedExponentiation implements PublicExponentiation {

  /** The exponent, 2^16 + 1. */
  public static final BigInteger EXPONENT = BigInteger.valueOf(65537);

  private static final int SQUARINGS = 16;

  /** The octets of the head of an array and of a reference to it, in most JVMs. */
  private static final int ROW_OVERHEAD = 24;

  private final BigInteger modulus;
  private final FusedSize size;
  private final double[][] powersOfRadix;

  /**
   * Prepares a modulus.
   *
   * @param modulus an odd number of 2,048 to 8,192 bits
   * @throws IllegalArgumentException if the modulus has another size
   */
  public FusedExponentiation(BigInteger modulus) {
    this.modulus = modulus;
    this.size = FusedSize.of(modulus.bitLength());
    this.powersOfRadix = powersOfRadix(modulus, size.digits);
  }

  /**
   * Whether a modulus of so many bits is of one of the few sizes, multiples of 1,024 bits, for
   * which moduli share what takes memory and is kept for ever.
   */
  public static boolean isUsualSize(int bits) {
    return FusedSize.isUsual(bits);
  }

  /**
   * The memory of the table of a modulus of so many bits, in octets.
   *
   * @throws IllegalArgumentException if {@code bits} is not from 2048 to 8192
   */
  public static long tableOctets(int bits) {
    long count = new FusedDigits(bits).count;
    return count * (count * Double.BYTES + ROW_OVERHEAD);
  }

  /** B^(n+k) modulo N, from −N/2 to N/2. */
  static double[][] powersOfRadix(BigInteger modulus, FusedDigits digits) {
    double[][] powers = new double[digits.count][digits.count];
    byte[] octets = new byte[digits.octets];
    BigInteger power = BigInteger.ONE.shiftLeft(digits.radix * digits.count).mod(modulus);
    for (double[] row : powers) {
      if (power.shiftLeft(1).compareTo(modulus) > 0) {
        digits.read(modulus.subtract(power).toByteArray(), octets, row);
        for (int j = 0; j < row.length; j++) {
          row[j] = -row[j];
        }
      } else {
        digits.read(power.toByteArray(), octets, row);
      }
      power = power.shiftLeft(digits.radix).mod(modulus);
    }
    return powers;
  }

  @Override
  public BigInteger modulus() {
    return modulus;
  }

  @Override
  public BigInteger power(byte[] base) {
    FusedWork work = size.spares.take();
    work.begin(base);
    for (int i = 0; i < SQUARINGS; i++) {
      work.square();
      work.reduce(powersOfRadix);
    }
    work.multiplyByBase();
    work.reduce(powersOfRadix);
    BigInteger power = work.number().mod(modulus);
    size.spares.giveBack(work);
    return power;
  }
}
