// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jwtvalidation.internal.arithmetic.FieldClaims.Bound;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Value;

/** What is proven of the sums of which a division consists, and of the check of their factors. */
final class DivisionClaims {

  static final Bound FACTOR = new Bound("2^56", TWO.pow(56));
  static final Bound VALUE = new Bound("±9p", BigInteger.valueOf(9));
  static final Bound TIMES = new Bound("2^55", TWO.pow(55));

  static final List<ModularDivision> DIVISIONS =
      List.of(new ModularDivision(Ed25519Field.P), new ModularDivision(LimbsClaims.P256_ORDER));

  private static final int RADIX = ModularDivision.RADIX;
  private static final String TRANSITION = Proof.HERE + "ModularDivision$Transition";

  private DivisionClaims() {}

  static void prove(Program program, ModularDivision division) {
    Proof.each(program, proof -> prove(proof, division));
  }

  /** The sum is (ua + vb + mp) / 2^56, with an m within ±2^55. */
  private static void prove(Proof proof, ModularDivision division) {
    BigInteger p = division.limbs.modulus;
    Heap.Instance transition = new Heap.Instance(TRANSITION);
    transition.fields().put("this$0", proof.copy(division));
    Value u = proof.numbers.input(Interval.within(FACTOR.is()));
    Value v = proof.numbers.input(Interval.within(FACTOR.is()));
    Interval value = Interval.within(p.multiply(VALUE.is()));
    Heap.Elements a = proof.limbs(Interval.bits(RADIX), value, RADIX);
    Heap.Elements b = proof.limbs(Interval.bits(RADIX), value, RADIX);
    Heap.Elements sum = proof.unknown(5);
    proof.run(transition.type(), "sum", sum, transition, u, a, v, b, sum);
    Form ofA = proof.atoms.product(u.form(), Proof.value(a, RADIX));
    Form ofB = proof.atoms.product(v.form(), Proof.value(b, RADIX));
    Form difference = Proof.value(sum, RADIX).shifted(RADIX).minus(ofA).minus(ofB);
    Interval m = proof.numbers.range(difference.dividedBy(p, "2^56 times the sum less ua + vb"));
    Proof.requireWithin(m, Interval.within(TIMES.is()), "m");
    proof.requireLimbs(sum, Proof.same(4, Interval.bits(RADIX)));
  }

  /** Any factors are bounded if and only if |u| + |v| and |q| + |r| are at most 2^56. */
  static int proveCheck(Program program) {
    Proof.each(
        program,
        proof -> {
          Value a = proof.numbers.input(Interval.LONG);
          Value b = proof.numbers.input(Interval.LONG);
          Object is = proof.machine.run(TRANSITION, "isBounded", a, b);
          Proof.requireAnswer(is, areBounded(proof, a, b), "the answer");
        });
    return Proof.each(
        program,
        proof -> {
          Heap.Instance transition = new Heap.Instance(TRANSITION);
          List<Value> factors = new ArrayList<>();
          for (String name : List.of("u", "v", "q", "r")) {
            factors.add(proof.numbers.input(Interval.LONG));
            transition.fields().put(name, factors.get(factors.size() - 1));
          }
          Object is = proof.machine.run(TRANSITION, "isBounded", transition);
          boolean bounded =
              areBounded(proof, factors.get(0), factors.get(1))
                  && areBounded(proof, factors.get(2), factors.get(3));
          Proof.requireAnswer(is, bounded, "the answer");
        });
  }

  /** Whether |a| + |b| is at most 2^56, which is the greater of |a| + b and |a| − b. */
  private static boolean areBounded(Proof proof, Value a, Value b) {
    Interval range = proof.numbers.range(a);
    boolean negative = range.most().signum() < 0;
    Proof.require(negative || range.least().signum() >= 0, "of a known sign", range);
    Form absolute = negative ? a.form().negated() : a.form();
    Interval sum = proof.numbers.range(absolute.plus(b.form()));
    Interval difference = proof.numbers.range(absolute.minus(b.form()));
    BigInteger most = FACTOR.is();
    boolean above = sum.least().compareTo(most) > 0 || difference.least().compareTo(most) > 0;
    boolean within = sum.most().compareTo(most) <= 0 && difference.most().compareTo(most) <= 0;
    Proof.require(above || within, "known", sum);
    return within;
  }
}
