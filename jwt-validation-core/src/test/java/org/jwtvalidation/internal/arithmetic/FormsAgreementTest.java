// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.proof.Atoms;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Refusal;

/**
 * The proof checker agrees with the JVM: for random and extreme inputs, each result is as its form
 * says, and each atom between its bounds. {@code -Dproof.inputs} says how many inputs each field
 * gets; RSA gets a sixtieth.
 */
class FormsAgreementTest {

  private static final int INPUTS = Integer.getInteger("proof.inputs", 600);

  @Test
  void saysWhatTheFieldOfP256Computes() {
    P256Field field = new P256Field();
    LimbSource source = new LimbSource(P256FieldTest.GREATEST, P256FieldTest.GREATEST_LAST, 41);
    assertThatCode(() ->
            agreeOnProducts(field, P256FieldTest.GREATEST, P256FieldTest.GREATEST_LAST, source))
        .doesNotThrowAnyException();
  }

  @Test
  void saysWhatTheFieldOfEd25519Computes() {
    long greatest = Ed25519FieldTest.GREATEST;
    LimbSource source = new LimbSource(greatest, greatest, 42);
    assertThatCode(() -> agreeOnProducts(Ed25519Field.FIELD, greatest, greatest, source))
        .doesNotThrowAnyException();
  }

  private static void agreeOnProducts(
      PrimeField field, long greatest, long greatestLast, LimbSource source) {
    Proof.each(
        new Program(),
        proof -> {
          Interval limb = Interval.of(-greatest, greatest);
          Interval last = Interval.of(-greatestLast, greatestLast);
          Heap.Elements a = proof.limbs(limb, limb, limb, limb, last);
          Heap.Elements b = proof.limbs(limb, limb, limb, limb, last);
          Heap.Elements product = Proof.zeros(5);
          String name = Proof.HERE + field.getClass().getSimpleName();
          proof.machine.run(name, "multiply", proof.copy(field), product, a, b);
          for (int i = 0; i < INPUTS; i++) {
            long[] left = i < 32 ? source.extremes().get(i) : source.next();
            long[] right = i < 32 ? source.extremes().get(31 - i) : source.next();
            Map<Form, BigInteger> inputs = new HashMap<>();
            for (int j = 0; j < 5; j++) {
              inputs.put(a.form(j), BigInteger.valueOf(left[j]));
              inputs.put(b.form(j), BigInteger.valueOf(right[j]));
            }
            BigInteger[] values = proof.atoms.values(inputs);
            long[] result = new long[5];
            field.multiply(result, left, right);
            for (int j = 0; j < 5; j++) {
              require(Atoms.value(product.form(j), values), BigInteger.valueOf(result[j]));
            }
          }
        });
  }

  @Test
  void saysWhatRsaComputes() {
    assertThatCode(() -> agreeOnSquares(2048)).doesNotThrowAnyException();
  }

  private static void agreeOnSquares(int bits) {
    FusedDigits form = new FusedDigits(bits);
    FusedSource source = new FusedSource(bits);
    BigInteger greatest = FusedSource.integer(FusedSource.greatest(form));
    Proof.each(
        new Program(),
        10_000_000,
        proof -> {
          Heap.Instance work = proof.copy(new FusedWork(form));
          Heap.Elements x = proof.limbs(Proof.same(form.count, Interval.within(greatest)));
          proof.machine.run(Proof.HERE + "FusedWork", "begin", work, x, x);
          proof.machine.run(Proof.HERE + "FusedWork", "square", work);
          for (int i = 0; i < INPUTS / 60; i++) {
            double[] digits = source.digits(form);
            Map<Form, BigInteger> inputs = new HashMap<>();
            for (int j = 0; j < form.count; j++) {
              inputs.put(x.form(j), FusedSource.integer(digits[j]));
            }
            BigInteger[] values = proof.atoms.values(inputs);
            Heap.Instance real = squared(form, digits);
            for (String array : List.of("digits", "carries")) {
              for (int j = 0; j < 2 * form.count; j++) {
                require(
                    Atoms.value(work.array(array).form(j), values),
                    real.array(array).form(j).integer());
              }
            }
          }
        });
  }

  /** What a real square is, as constants. */
  private static Heap.Instance squared(FusedDigits form, double[] digits) {
    FusedWork work = new FusedWork(form);
    work.begin(digits, digits);
    work.square();
    return new Heap("org.jwtvalidation.internal.arithmetic.Fused").instance(work);
  }

  private static void require(BigInteger form, BigInteger real) {
    if (!form.equals(real)) {
      throw new Refusal("the form is " + form + ", the result " + real);
    }
  }
}
