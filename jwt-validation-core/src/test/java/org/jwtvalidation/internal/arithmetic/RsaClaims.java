package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    proveWork(program);
    proveDigits(program);
  }

  /** Numbers are read as digits, and written. */
  void proveDigits(Program program) {
    proveRead(program);
    proveNumber(program);
  }

  /** Squares, multiplies and reduces, in arrays that were used before. */
  private void proveWork(Program program) {
    Proof.each(
        program,
        STEPS,
        proof -> {
          Heap.Instance work = proof.copy(new FusedWork(form));
          Heap.Elements zeros = Proof.zeros(n);
          Heap.Elements[] noPowers = new Heap.Elements[n];
          Arrays.fill(noPowers, zeros);
          proof.machine.run(WORK, "begin", work, zeros, zeros);
          proof.machine.run(WORK, "square", work);
          proof.machine.run(WORK, "reduce", work, new Heap.Elements(noPowers));
          proof.heap.poison();

          proveProduct(proof, work, "square");
          proof.heap.poison();
          proveProduct(proof, work, "multiplyByBase");
          proof.heap.poison();
          proveReduction(proof, work);
        });
  }

  private Heap.Elements number(Proof proof) {
    Interval[] digits = new Interval[n];
    Arrays.fill(digits, digit);
    digits[n - 1] = top;
    return proof.limbs(digits);
  }

  /** The product is exact, and nothing is carried out of it. */
  private void proveProduct(Proof proof, Heap.Instance work, String method) {
    Heap.Elements x = number(proof);
    Heap.Elements a = method.equals("square") ? x : number(proof);
    proof.machine.run(WORK, "begin", work, x, a);
    proof.machine.run(WORK, method, work);
    Value[] digits = work.array("digits").values(0, 2 * n);
    Value[] carries = work.array("carries").values(0, 2 * n);
    Form rest = Form.NONE;
    for (int j = 0; j < 2 * n; j++) {
      for (int i = Math.max(0, j - n + 1); i < n && i <= j; i++) {
        rest = rest.minus(proof.atoms.product(form(x, i), form(a, j - i)));
      }
      Proof.requireWithin(digits[j].range(), half, "digit " + j);
      Proof.requireWithin(carries[j].range(), carry, "carry " + j);
      rest = rest.plus(digits[j].form()).plus(carries[j].form().shifted(r)).shifted(-r);
    }
    Proof.require(rest.equals(Form.NONE), "exact", rest);
    Proof.require(carries[2 * n - 1].form().equals(Form.NONE), "0", carries[2 * n - 1]);
  }

  private static Form form(Heap.Elements array, int i) {
    return array.values(i, i + 1)[0].form();
  }

  /** The sum of the lower digits and of the multiples of powers is exact. */
  private void proveReduction(Proof proof, Heap.Instance work) {
    fill(proof, work.array("digits"), half);
    fill(proof, work.array("carries"), carry);
    Heap.Elements digits = new Heap.Elements(work.array("digits").of().clone());
    Heap.Elements carries = new Heap.Elements(work.array("carries").of().clone());
    Value[] upper = new Value[n];
    for (int k = 0; k < n; k++) {
      Value sum = proof.machine.result(proof.machine.run(WORK, "upper", work, k));
      Form exact = form(digits, n + k).plus(form(carries, n + k - 1));
      Proof.require(sum.form().equals(exact), "a digit and a carry", sum);
      upper[k] = proof.numbers.input(sum.range());
    }
    Heap.Elements powers = new Heap.Elements(new Object[n]);
    Interval[] bounds = powerBounds();
    for (int k = 0; k < n; k++) {
      powers.of()[k] = power(proof, bounds);
    }
    proof.machine.with(WORK, "upper", arguments -> upper[(Integer) arguments[1]]);
    proof.machine.run(WORK, "reduce", work, powers);

    Heap.Elements x = work.array("x");
    Form rest = Form.NONE;
    for (int j = 0; j < n; j++) {
      Form column = form(x, j).minus(form(digits, j));
      if (j > 0) {
        column = column.minus(form(carries, j - 1));
      }
      for (int k = 0; k < n; k++) {
        column =
            column.minus(
                proof.atoms.product(upper[k].form(), form((Heap.Elements) powers.of()[k], j)));
      }
      rest = rest.plus(column).shifted(-r);
      Interval range = x.values(j, j + 1)[0].range();
      Proof.requireWithin(range, j == n - 1 ? top : digit, "digit " + j);
    }
    Proof.require(rest.equals(Form.NONE), "exact", rest);
    for (int up = 0; up < 4; up++) {
      Heap.Elements moved = work.array(up == 0 ? "x" : "xUp" + up);
      for (int j = 0; j < n + 3; j++) {
        Form expected = j < up || j >= n + up ? Form.NONE : form(x, j - up);
        Proof.require(form(moved, j).equals(expected), "moved up by " + up, form(moved, j));
      }
    }
  }

  private static void fill(Proof proof, Heap.Elements array, Interval range) {
    Arrays.setAll(array.of(), i -> proof.numbers.input(range));
  }

  /**
   * The digits of a number within half of the modulus, if all are within half of the radix: the top
   * one is 0, and the next one small.
   */
  private Interval[] powerBounds() {
    Interval[] bounds = new Interval[n];
    Arrays.fill(bounds, half);
    bounds[n - 2] = Interval.within(ONE.shiftLeft(Math.max(0, bits - 1 - r * (n - 2))).add(ONE));
    Proof.require(bits + 1 < r * (n - 1), "a top digit of 0", bits);
    bounds[n - 1] = Interval.of(0, 0);
    return bounds;
  }

  private static Heap.Elements power(Proof proof, Interval[] bounds) {
    Heap.Elements power = proof.limbs(bounds);
    power.of()[bounds.length - 1] = Value.of(0L);
    return power;
  }

  /** Reads numbers of as many octets as the modulus has, exactly. */
  private void proveRead(Program program) {
    Proof.each(
        program,
        STEPS,
        proof -> {
          int length = (bits + 7) / 8;
          Interval[] octets = new Interval[length];
          Arrays.fill(octets, Interval.bits(Byte.SIZE));
          octets[0] = Interval.bits(bits - 8 * (length - 1));
          Heap.Elements number = proof.limbs(octets);
          Heap.Elements padded = new Heap.Elements(new Object[form.octets]);
          Heap.Elements digits = Proof.zeros(n);
          proof.machine.run(DIGITS, "read", proof.copy(form), number, padded, digits);
          Form exact = Form.NONE;
          for (int i = 0; i < length; i++) {
            exact = exact.plus(form(number, i).shifted(Byte.SIZE * (length - 1 - i)));
          }
          Proof.require(Proof.value(digits, r).equals(exact), "the number", exact);
          for (Value read : digits.values(0, n)) {
            Proof.requireWithin(read.range(), half, "digit");
          }
        });
  }

  /** Gives the number of any digits within ±2^53. */
  private void proveNumber(Program program) {
    Proof.each(
        program,
        STEPS,
        proof -> {
          Interval[] bounds = new Interval[n];
          Arrays.fill(bounds, Interval.within(ONE.shiftLeft(53)));
          Heap.Elements digits = proof.limbs(bounds);
          Heap.Elements octets = new Heap.Elements(new Object[form.octets]);
          Heap.Instance number =
              (Heap.Instance) proof.machine.run(DIGITS, "number", proof.copy(form), digits, octets);
          Form value = ((Value) number.fields().get("value")).form();
          Proof.require(
              value.equals(Proof.value(digits, r)),
              "the number",
              value.minus(Proof.value(digits, r)));
        });
  }
}
