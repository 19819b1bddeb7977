// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Value;

/** What is proven of the arithmetic of RSA, for all moduli of one number and width of digits. */
final class RsaClaims {

  private static final String WORK = Proof.HERE + "FusedWork";
  private static final String DIGITS = Proof.HERE + "FusedDigits";

  static final String CARRY = "3n/4";
  static final String DIGIT = "±(2^(r−1) + 3n/4 + 1)";
  static final String TOP = "±2^(r−1)·1.0014";

  private static final int STEPS = 40_000_000;

  private final int bits;
  private final FusedDigits form;
  private final int n;
  private final int r;

  /** What digits are within: half of the radix. */
  private final Interval half;

  /** What carries are within. */
  private final Interval carry;

  /** What digits of a reduced number are within, the top one excepted. */
  private final Interval digit;

  /** What the top digit is within: half of the radix times 1.0014. */
  private final Interval top;

  /** Claims for the moduli of so many bits, and for all smaller ones with the same digits. */
  RsaClaims(int bits) {
    this.bits = bits;
    this.form = new FusedDigits(bits);
    this.n = form.count;
    this.r = form.radix;
    BigInteger halfOfBase = ONE.shiftLeft(r - 1);
    BigInteger mostCarry = BigInteger.valueOf(3L * n / 4);
    this.half = Interval.within(halfOfBase);
    this.carry = Interval.within(mostCarry);
    this.digit = Interval.within(halfOfBase.add(mostCarry).add(ONE));
    this.top =
        Interval.within(
            halfOfBase.multiply(BigInteger.valueOf(10014)).divide(BigInteger.valueOf(10000)));
  }

  /** The greatest moduli of all pairs of a width and a number of digits. */
  static List<Integer> sizes() {
    Map<List<Integer>, Integer> greatest = new HashMap<>();
    for (int bits = 2048; bits <= 8192; bits++) {
      FusedDigits digits = new FusedDigits(bits);
      greatest.put(List.of(digits.radix, digits.count), bits);
    }
    return greatest.values().stream().sorted().toList();
  }

  void prove(Program program) {
    Proof.each(program, STEPS, this::proveWork);
    proveDigits(program);
  }

  /** Numbers are read as digits, and written. */
  void proveDigits(Program program) {
    Proof.each(program, STEPS, this::proveRead);
    Proof.each(program, STEPS, this::proveNumber);
  }

  /** Squares, multiplies and reduces, in arrays that were used before. */
  private void proveWork(Proof proof) {
    Heap.Instance work = proof.copy(new FusedWork(form));
    Heap.Elements zeros = Proof.zeros(n);
    Heap.Elements noPowers = new Heap.Elements(Collections.nCopies(n, zeros).toArray());
    proof.machine.run(WORK, "begin", work, zeros, zeros);
    proof.machine.run(WORK, "square", work);
    proof.machine.run(WORK, "reduce", work, noPowers);
    proof.heap.poison();
    proveProduct(proof, work, "square");
    proof.heap.poison();
    proveProduct(proof, work, "multiplyByBase");
    proof.heap.poison();
    proveReduction(proof, work);
  }

  /** What the digits of a reduced number are within. */
  private Interval[] reduced() {
    Interval[] digits = Proof.same(n, digit);
    digits[n - 1] = top;
    return digits;
  }

  /** The product is exact, and nothing is carried out of it. */
  private void proveProduct(Proof proof, Heap.Instance work, String method) {
    Heap.Elements x = proof.limbs(reduced());
    Heap.Elements a = method.equals("square") ? x : proof.limbs(reduced());
    proof.run(WORK, "begin", null, work, x, a);
    proof.machine.run(WORK, method, work);
    Proof.require(Arrays.equals(work.array("base").of(), a.of()), "the base", method);
    Heap.Elements digits = work.array("digits");
    Heap.Elements carries = work.array("carries");
    proof.requireLimbs(digits, Proof.same(2 * n, half));
    proof.requireLimbs(carries, Proof.same(2 * n, carry));
    Form rest = Form.NONE;
    for (int j = 0; j < 2 * n; j++) {
      for (int i = Math.max(0, j - n + 1); i < n && i <= j; i++) {
        rest = rest.minus(proof.atoms.product(x.form(i), a.form(j - i)));
      }
      rest = rest.plus(digits.form(j)).plus(carries.form(j).shifted(r)).shifted(-r);
    }
    Proof.requireEqual(rest, Form.NONE, "exact");
    Proof.requireEqual(carries.form(2 * n - 1), Form.NONE, "0");
  }

  /** The sum of the lower digits and of the multiples of powers is exact. */
  private void proveReduction(Proof proof, Heap.Instance work) {
    proof.fill(work.array("digits"), half);
    proof.fill(work.array("carries"), carry);
    Heap.Elements digits = new Heap.Elements(work.array("digits").of().clone());
    Heap.Elements carries = new Heap.Elements(work.array("carries").of().clone());
    @Nullable Object[] base = work.array("base").of().clone();
    Value[] upper = new Value[n];
    Heap.Elements[] powers = new Heap.Elements[n];
    for (int k = 0; k < n; k++) {
      Value sum = proof.numbers.fitting((Value) proof.machine.run(WORK, "upper", work, k));
      Form exact = digits.form(n + k).plus(carries.form(n + k - 1));
      Proof.requireEqual(sum.form(), exact, "a digit and a carry");
      upper[k] = proof.numbers.input(sum.range());
      powers[k] = power(proof);
    }
    proof.machine.with(
        WORK,
        "upper",
        of -> {
          int k = (Integer) of[1];
          Proof.requireEqual(work.array("digits").form(n + k), digits.form(n + k), "a digit");
          Proof.requireEqual(work.array("carries").form(n + k - 1), carries.form(n + k - 1), "it");
          return upper[k];
        });
    proof.run(WORK, "reduce", null, work, new Heap.Elements(powers));
    Proof.require(Arrays.equals(work.array("base").of(), base), "the base", "reduce");

    Heap.Elements x = work.array("x");
    proof.requireLimbs(x, reduced());
    Form rest = Form.NONE;
    for (int j = 0; j < n; j++) {
      rest = rest.plus(x.form(j)).minus(digits.form(j));
      rest = j == 0 ? rest : rest.minus(carries.form(j - 1));
      for (int k = 0; k < n; k++) {
        rest = rest.minus(proof.atoms.product(upper[k].form(), powers[k].form(j)));
      }
      rest = rest.shifted(-r);
    }
    Proof.requireEqual(rest, Form.NONE, "exact");
    for (int up = 0; up < 4; up++) {
      Heap.Elements moved = work.array(up == 0 ? "x" : "xUp" + up);
      for (int j = 0; j < n + 3; j++) {
        Form expected = j < up || j >= n + up ? Form.NONE : x.form(j - up);
        Proof.requireEqual(moved.form(j), expected, "moved up by " + up);
      }
    }
  }

  /**
   * The digits of a number within half of the modulus, if all are within half of the radix: the top
   * one is 0, and the next one small.
   */
  private Heap.Elements power(Proof proof) {
    Proof.require(bits + 1 < r * (n - 1), "a top digit of 0", bits);
    Interval[] bounds = Proof.same(n, half);
    bounds[n - 2] = Interval.within(ONE.shiftLeft(Math.max(0, bits - 1 - r * (n - 2))).add(ONE));
    Heap.Elements power = proof.limbs(bounds);
    power.of()[n - 1] = Value.of(0L);
    return power;
  }

  /** Reads numbers of as many octets as the modulus has, exactly. */
  private void proveRead(Proof proof) {
    int length = (bits + 7) / 8;
    Interval[] octets = Proof.same(length, Interval.bits(Byte.SIZE));
    octets[0] = Interval.bits(bits - 8 * (length - 1));
    Heap.Elements number = proof.limbs(octets);
    Heap.Elements padded = new Heap.Elements(new Object[form.octets]);
    Heap.Elements digits = proof.unknown(n);
    proof.machine.run(DIGITS, "read", proof.copy(form), number, padded, digits);
    Form exact = Form.NONE;
    for (int i = 0; i < length; i++) {
      exact = exact.plus(number.form(i).shifted(Byte.SIZE * (length - 1 - i)));
    }
    Proof.requireEqual(Proof.value(digits, r), exact, "the number");
    proof.requireLimbs(digits, Proof.same(n, half));
  }

  /** Gives the number of any digits within ±2^53. */
  private void proveNumber(Proof proof) {
    Heap.Elements digits = proof.limbs(Proof.same(n, Interval.within(ONE.shiftLeft(53))));
    Heap.Elements octets = new Heap.Elements(new Object[form.octets]);
    Object number = proof.run(DIGITS, "number", octets, proof.copy(form), digits, octets);
    Value value = (Value) ((Heap.Instance) number).fields().get("value");
    Proof.requireEqual(value.form(), Proof.value(digits, r), "the number");
  }
}
