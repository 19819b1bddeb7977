// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.jwtvalidation.internal.arithmetic.Ed25519Field.FIELD;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.Progress;

/**
 * The operations of the fields agree with BigInteger on random and extreme inputs: 20,000 of them,
 * or {@code -Dagreement.inputs}, which is 10,000,000 with {@code -Pagreement}. Those of a failure
 * are named by it.
 */
@Tag("jdk-independent")
class FieldAgreementTest {

  private static final long INPUTS = Long.getLong("agreement.inputs", 20_000);
  private static final int EACH = 1000;

  @Test
  void multipliesInTheFieldOfP256AsBigIntegerDoes() {
    assertThatCode(() -> Progress.inParts("inputs of P-256", INPUTS, EACH, this::multiplyP256))
        .doesNotThrowAnyException();
  }

  private void multiplyP256(long part) {
    P256Field field = new P256Field();
    Limbs limbs = field.limbs;
    LimbSource source =
        new LimbSource(P256FieldTest.GREATEST, P256FieldTest.GREATEST_LAST, 1000 + part);
    long[] none = new long[Limbs.LIMBS];
    long[] product = new long[Limbs.LIMBS];
    for (int i = 0; i < EACH; i++) {
      long[] a = source.next();
      long[] b = source.next();
      long[] c = source.next();
      long[] d = source.next();
      field.multiply(product, a, b);
      P256FieldTest.check(limbs, product, a, b, none, none);
      field.square(product, a);
      P256FieldTest.check(limbs, product, a, a, none, none);
      field.multiplyAdd(product, a, b, c, d);
      P256FieldTest.check(limbs, product, a, b, c, d);
      boolean isMultiple = limbs.value(product).mod(P256Field.P).signum() == 0;
      if (field.isMultipleOfP(product) != isMultiple) {
        throw new AssertionError("multiple of p: " + limbs.value(product));
      }
    }
  }

  @Test
  void multipliesInTheFieldOfEd25519AsBigIntegerDoes() {
    assertThatCode(() -> Progress.inParts("inputs of Ed25519", INPUTS, EACH, this::multiplyEd25519))
        .doesNotThrowAnyException();
  }

  private void multiplyEd25519(long part) {
    LimbSource source =
        new LimbSource(Ed25519FieldTest.GREATEST, Ed25519FieldTest.GREATEST, 2000 + part);
    long[] product = new long[Limbs.LIMBS];
    for (int i = 0; i < EACH; i++) {
      long[] a = source.next();
      long[] b = source.next();
      FIELD.multiply(product, a, b);
      Ed25519FieldTest.check(product, a, b);
    }
  }
}
