package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import org.jwtvalidation.internal.arithmetic.FieldClaims.Bound;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Value;

/** What is proven of the sums of which a division consists. */
final class DivisionClaims {

  static final Bound FACTOR = new Bound("2^56", TWO.pow(56));
  static final Bound VALUE = new Bound("±9p", BigInteger.valueOf(9));
  static final Bound TIMES = new Bound("2^55", TWO.pow(55));

  static final List<ModularDivision> DIVISIONS =
      List.of(new ModularDivision(Ed25519Field.P), new ModularDivision(LimbsClaims.P256_ORDER));

  private DivisionClaims() {}

  /** The sum is (ua + vb + mp) / 2^56, with an m within ±2^55. */
  static void prove(Program program, ModularDivision division) {
    int radix = ModularDivision.RADIX;
    BigInteger p = division.limbs.modulus;
    Interval value = Interval.within(p.multiply(VALUE.is()));
    Proof.each(
        program,
        proof -> {
          Heap.Instance transition =
              new Heap.Instance(Proof.HERE + "ModularDivision$Transition", new HashMap<>());
          transition.fields().put("this$0", proof.copy(division));
          Value u = proof.numbers.input(Interval.within(FACTOR.is()));
          Value v = proof.numbers.input(Interval.within(FACTOR.is()));
          Heap.Elements a = proof.limbs(Interval.bits(radix), value, radix);
          Heap.Elements b = proof.limbs(Interval.bits(radix), value, radix);
          Heap.Elements sum = Proof.zeros(5);
          proof.run(transition.type(), "sum", sum, transition, u, a, v, b, sum);
          Form exact =
              proof
                  .atoms
                  .product(u.form(), Proof.value(a, radix))
                  .plus(proof.atoms.product(v.form(), Proof.value(b, radix)));
          Form difference = Proof.value(sum, radix).shifted(radix).minus(exact);
          Proof.require(difference.isMultipleOf(p), "congruent", difference);
          Proof.requireWithin(
              proof.numbers.range(difference.dividedBy(p)), Interval.within(TIMES.is()), "m");
          for (int i = 0; i < 4; i++) {
            Proof.requireWithin(
                proof.machine.result(sum.of()[i]).range(), Interval.bits(radix), "limb " + i);
          }
          proof.machine.result(sum.of()[4]);
        });
  }
}
