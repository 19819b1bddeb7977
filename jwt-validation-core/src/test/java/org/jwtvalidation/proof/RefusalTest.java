// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refuses code whose result a form would not be, which the arithmetic does not have. */
@Tag("jdk-independent")
class RefusalTest {

  private static final String HERE = "org/jwtvalidation/proof/RefusalTest$Code";

  /** What each returns differs from what a rule without its condition would say. */
  static final class Code {

    private Code() {}

    static long negativeMask(long x) {
      return x & -4;
    }

    static long maskWithGaps(long x) {
      return x & 5;
    }

    static long commonBits(long x) {
      return (x & 7) | (x & 3);
    }

    static long halfTruncated(long x) {
      return (long) (x + 0.5);
    }

    static double halves(double x) {
      return x + 0.5 + 0.5;
    }

    static double halfOfOdd(double x) {
      return Math.fma(0.5, 3.0, x);
    }

    static long shiftedByAnything(long x) {
      return 1L << x;
    }

    static long quotient(long x) {
      return x / 3;
    }

    static double tooLong(double x) {
      return (x * 0x1p53 + x) + 1;
    }

    static long lowBits(long x) {
      return (x & 7) + ((x >> 3) << 3);
    }
  }

  private static Object run(String method) {
    Object[] results = new Object[1];
    Path.each(path -> {
      Numbers numbers = new Numbers(new Atoms(), path);
      Machine machine =
          new Machine(new Program(), new Heap("org.jwtvalidation.proof."), numbers, 100);
      Value x = numbers.input(new Interval(BigInteger.ZERO, BigInteger.ONE.shiftLeft(40)));
      results[0] = machine.run(HERE, method, x);
      if (method.equals("lowBits")) {
        assertThat(((Value) results[0]).form()).isEqualTo(x.form());
      }
    });
    return results[0];
  }

  @ParameterizedTest
  @CsvSource({
    "negativeMask, not a mask of low bits",
    "maskWithGaps, not a mask of low bits",
    "commonBits, bits that are not disjoint",
    "halfTruncated, not an integer",
    "halves, not an integer",
    "halfOfOdd, not an integer",
    "shiftedByAnything, ''",
    "quotient, ''",
    "tooLong, ''"
  })
  void refuses(String method, String why) {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> run(method))
        .satisfies(e -> assertThat(e.toString() + e.getCause()).contains(why));
  }

  @Test
  void understandsWhatIsLikeIt() {
    assertThat(run("lowBits")).isInstanceOf(Value.class);
  }
}
