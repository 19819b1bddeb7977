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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModularDivisionTest {

  private static final BigInteger P256_ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
  private static final BigInteger MAX = TWO.pow(256).subtract(ONE);

  /** The primes for which division is used. */
  static Stream<BigInteger> primes() {
    return Stream.of(P256_ORDER, Ed25519Field.P, P256Field.P);
  }

  private static List<BigInteger> edgeNumbers(BigInteger prime) {
    List<BigInteger> numbers = new ArrayList<>(List.of(ZERO, ONE, TWO, BigInteger.valueOf(3)));
    for (int i = 1; i < 4; i++) {
      numbers.add(prime.subtract(BigInteger.valueOf(i)));
    }
    numbers.add(prime.shiftRight(1));
    numbers.add(prime.shiftRight(1).add(ONE));
    // Powers of two and their neighbours, at the edges of limbs and elsewhere.
    for (int bit : new int[] {1, 6, 7, 31, 55, 56, 57, 111, 112, 113, 167, 168, 223, 224, 254}) {
      numbers.add(TWO.pow(bit));
      numbers.add(TWO.pow(bit).subtract(ONE));
      numbers.add(TWO.pow(bit).add(ONE));
      numbers.add(prime.subtract(TWO.pow(bit)));
    }
    return numbers;
  }

  private static void assertDivides(
      ModularDivision division, BigInteger a, BigInteger b, BigInteger divisor) {
    BigInteger prime = division.limbs.modulus;
    BigInteger inverse = divisor.signum() == 0 ? ZERO : divisor.modInverse(prime);
    BigInteger[] expected = {a.multiply(inverse).mod(prime), b.multiply(inverse).mod(prime)};
    long[] quotientOfA = LimbSource.spread(a, ModularDivision.RADIX);
    long[] quotientOfB = LimbSource.spread(b, ModularDivision.RADIX);
    division.divide(quotientOfA, quotientOfB, LimbSource.spread(divisor, ModularDivision.RADIX));
    if (!division.limbs.value(quotientOfA).equals(expected[0])
        || !division.limbs.value(quotientOfB).equals(expected[1])) {
      throw new AssertionError(String.format("%x and %x by %x", a, b, divisor));
    }
  }

  @ParameterizedTest
  @MethodSource("primes")
  void dividesEdgeNumbersByEdgeNumbers(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    List<BigInteger> divisors = edgeNumbers(prime);
    List<BigInteger> dividends = new ArrayList<>(divisors);
    dividends.addAll(List.of(prime, prime.add(ONE), MAX, MAX.subtract(ONE)));
    for (BigInteger divisor : divisors) {
      for (int i = 0; i < dividends.size(); i++) {
        BigInteger other = dividends.get(dividends.size() - 1 - i);
        assertDivides(division, dividends.get(i), other, divisor);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("primes")
  void givesZeroWhereItCannotDivide(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    long[] a = LimbSource.spread(MAX, ModularDivision.RADIX);
    long[] b = LimbSource.spread(ONE, ModularDivision.RADIX);
    division.divide(a, b, new long[5]);
    assertThat(a).containsOnly(0);
    assertThat(b).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("primes")
  void dividesRandomNumbers(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    Random random = new Random(3);
    for (int i = 0; i < 5000; i++) {
      assertDivides(
          division,
          new BigInteger(256, random),
          new BigInteger(256, random),
          new BigInteger(random.nextInt(257), random).mod(prime));
    }
  }

  /** The greatest dividends grow the most, in particular with many jumps. */
  @ParameterizedTest
  @MethodSource("primes")
  void dividesByNumbersThatTakeTheMostSteps(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    Random random = new Random(4);
    BigInteger slowest = ONE;
    int mostSteps = 0;
    for (int i = 0; i < 3000; i++) {
      BigInteger divisor = new BigInteger(256, random).mod(prime);
      int steps = divisionSteps(prime, divisor);
      if (steps > mostSteps) {
        mostSteps = steps;
        slowest = divisor;
        assertDivides(division, MAX, MAX.subtract(prime), divisor);
      }
    }
    // More than nine jumps of 56 steps.
    assertThat(mostSteps).isGreaterThan(504);
    assertDivides(division, prime.subtract(ONE), ONE, slowest);
  }

  /** What takes the place of the division steps, from a jump on. */
  private static boolean divides(
      ModularDivision division, BigInteger a, BigInteger divisor, int wrong, long... factors) {
    ModularDivision.Transition transition =
        division.new Transition() {
          private int jumps;

          @Override
          void jump(long lowF, long lowG) {
            super.jump(lowF, lowG);
            if (jumps++ >= wrong) {
              u = factors[0];
              v = factors[1];
              q = factors[2];
              r = factors[3];
            }
          }
        };
    long[] quotientOfA = LimbSource.spread(a, ModularDivision.RADIX);
    long[] quotientOfOne = LimbSource.spread(ONE, ModularDivision.RADIX);
    long[] limbs = LimbSource.spread(divisor, ModularDivision.RADIX);
    try {
      division.divide(quotientOfA, quotientOfOne, limbs, transition);
    } catch (ArithmeticException e) {
      return false;
    }
    BigInteger prime = division.limbs.modulus;
    BigInteger inverse = divisor.modInverse(prime);
    assertThat(division.limbs.value(quotientOfOne)).isEqualTo(inverse);
    assertThat(division.limbs.value(quotientOfA)).isEqualTo(a.multiply(inverse).mod(prime));
    return true;
  }

  @ParameterizedTest
  @MethodSource("primes")
  void refusesJumpsThatAreWrong(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    long one = 1L << ModularDivision.RADIX;
    BigInteger divisor = prime.shiftRight(1);
    for (int wrong = 0; wrong < 8; wrong++) {
      // Without end, to numbers other than 1, and with factors beyond their bounds.
      assertThat(divides(division, MAX, divisor, wrong, one, 0, 0, one)).isFalse();
      assertThat(divides(division, MAX, divisor, wrong, 0, one, one, 0)).isFalse();
      assertThat(divides(division, MAX, divisor, wrong, 1, 1, 0, 0)).isFalse();
      assertThat(divides(division, MAX, divisor, wrong, one, 1, 0, 0)).isFalse();
      assertThat(divides(division, MAX, divisor, wrong, one, 0, -1, -one)).isFalse();
      for (long beyond : new long[] {one + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
        assertThat(divides(division, MAX, divisor, wrong, beyond, 0, 0, 0)).isFalse();
        assertThat(divides(division, MAX, divisor, wrong, 0, 0, beyond, beyond)).isFalse();
      }
    }
  }

  /** Divides 1 with so many jumps before that change nothing; answers all jumps, or 0. */
  private static int jumps(
      ModularDivision division, BigInteger divisor, int idle, int beyondAt, long[] quotient) {
    int[] jumps = new int[1];
    ModularDivision.Transition transition =
        division.new Transition() {
          @Override
          void jump(long lowF, long lowG) {
            super.jump(lowF, lowG);
            if (jumps[0] < idle) {
              u = r = 1L << ModularDivision.RADIX;
              v = q = 0;
            } else if (jumps[0] == beyondAt) {
              // Nothing is added to f and g if both are in the lowest limb, and not negative.
              long times = (1L << 57) / Math.max(1, Math.max(lowF, lowG)) + 1;
              u += times * lowG;
              v -= times * lowF;
              q += times * lowG;
              r -= times * lowF;
            }
            jumps[0]++;
          }
        };
    long[] other = quotient.clone();
    long[] limbs = LimbSource.spread(divisor, ModularDivision.RADIX);
    try {
      division.divide(quotient, other, limbs, transition);
      return jumps[0];
    } catch (ArithmeticException e) {
      return 0;
    }
  }

  @ParameterizedTest
  @MethodSource("primes")
  void takesFourteenJumpsAtMost(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    BigInteger divisor = BigInteger.valueOf(3);
    long[] one = LimbSource.spread(ONE, ModularDivision.RADIX);
    int idle = 0;
    while (idle < 20 && jumps(division, divisor, idle + 1, -1, one.clone()) > 0) {
      idle++;
    }
    long[] quotient = one.clone();
    assertThat(jumps(division, divisor, idle, -1, quotient)).isEqualTo(14);
    assertThat(division.limbs.value(quotient)).isEqualTo(divisor.modInverse(prime));
  }

  @ParameterizedTest
  @MethodSource("primes")
  void refusesGreaterFactorsAlsoOfTheSameNumbers(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    Random random = new Random(6);
    long[] one = LimbSource.spread(ONE, ModularDivision.RADIX);
    for (int i = 0; i < 500; i++) {
      BigInteger divisor = new BigInteger(200, random).add(ONE);
      int last = jumps(division, divisor, 0, -1, one.clone()) - 1;
      assertThat(jumps(division, divisor, 0, last, one.clone())).isZero();
    }
  }

  /** Whatever factors are within their bounds: there is no quotient, or it is right. */
  @ParameterizedTest
  @MethodSource("primes")
  void dividesByNoWrongJump(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    Random random = new Random(5);
    int divided = 0;
    for (int i = 0; i < 4000; i++) {
      long one = 1L << random.nextInt(ModularDivision.RADIX);
      long u = random.nextLong() % one;
      long q = random.nextLong() % one;
      // Small numbers have few jumps, the last of which many factors end as well.
      BigInteger divisor = new BigInteger(1 + random.nextInt(250), random).add(ONE).mod(prime);
      boolean ends = divides(division, MAX, divisor, random.nextInt(12), u, one - u, q, one - q);
      divided += ends ? 1 : 0;
    }
    assertThat(divided).isBetween(1, 3999);
  }

  /** (f, g) becomes (−f, −g), and then the division goes on: the numbers are others, and right. */
  @ParameterizedTest
  @MethodSource("primes")
  void dividesByOtherJumpsThatEnd(BigInteger prime) {
    ModularDivision division = new ModularDivision(prime);
    ModularDivision.Transition transition =
        division.new Transition() {
          @Override
          void jump(long lowF, long lowG) {
            super.jump(lowF, lowG);
            u = -u;
            v = -v;
          }
        };
    long[] quotient = LimbSource.spread(MAX, ModularDivision.RADIX);
    long[] three = LimbSource.spread(BigInteger.valueOf(3), ModularDivision.RADIX);
    division.divide(quotient, three.clone(), three, transition);
    BigInteger inverse = BigInteger.valueOf(3).modInverse(prime);
    assertThat(division.limbs.value(quotient)).isEqualTo(MAX.multiply(inverse).mod(prime));
  }

  /** The division steps of the paper, one at a time, until g is 0. */
  private static int divisionSteps(BigInteger prime, BigInteger divisor) {
    BigInteger f = prime;
    BigInteger g = divisor;
    int delta = 1;
    int steps = 0;
    while (g.signum() != 0) {
      if (!g.testBit(0)) {
        delta++;
        g = g.shiftRight(1);
      } else if (delta > 0) {
        delta = 1 - delta;
        BigInteger difference = g.subtract(f);
        f = g;
        g = difference.shiftRight(1);
      } else {
        delta++;
        g = g.add(f).shiftRight(1);
      }
      steps++;
    }
    return steps;
  }
}
