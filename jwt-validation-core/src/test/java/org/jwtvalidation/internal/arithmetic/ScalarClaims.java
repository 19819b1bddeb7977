// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;

/** What is proven of the digits of scalars. */
final class ScalarClaims {

  private static final String TABLE = Proof.HERE + "MultiplesTable";
  private static final int RADIX = ModularDivision.RADIX;

  private ScalarClaims() {}

  static void prove(Program program, int width, int scalarBits) {
    Proof.each(program, proof -> prove(proof, width, scalarBits));
  }

  /** The digits have a point in the table each, and together are the scalar. */
  private static void prove(Proof proof, int width, int scalarBits) {
    Heap.Elements scalar = proof.limbs(Proof.same(5, Interval.bits(RADIX)));
    scalar.of()[4] = proof.numbers.input(Interval.bits(scalarBits - 4 * RADIX));
    int windows = scalarBits / width + 1;
    Heap.Instance table = new Heap.Instance(TABLE);
    table.fields().put("width", width);
    table.fields().put("windows", windows);
    Heap.Elements digits = (Heap.Elements) proof.run(TABLE, "digits", null, table, scalar);
    Interval[] bounds =
        Proof.same(windows, Interval.of(1 - (1L << (width - 1)), 1L << (width - 1)));
    bounds[windows - 1] = Interval.of(0, 1L << scalarBits % width);
    proof.requireLimbs(digits, bounds);
    Proof.requireEqual(Proof.value(digits, width), Proof.value(scalar, RADIX), "the scalar");
  }
}
