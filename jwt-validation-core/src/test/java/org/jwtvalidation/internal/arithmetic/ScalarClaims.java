package org.jwtvalidation.internal.arithmetic;

import java.util.HashMap;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Value;

/** What is proven of the digits of scalars. */
final class ScalarClaims {

  private static final String TABLE = Proof.HERE + "MultiplesTable";

  private ScalarClaims() {}

  /** The digits have a point in the table each, and together are the scalar. */
  static void prove(Program program, int width, int scalarBits) {
    Proof.each(
        program,
        proof -> {
          Interval limb = Interval.bits(ModularDivision.RADIX);
          Interval last = Interval.bits(scalarBits - 4 * ModularDivision.RADIX);
          Heap.Elements scalar = proof.limbs(limb, limb, limb, limb, last);
          int windows = scalarBits / width + 1;
          Heap.Instance table = new Heap.Instance(TABLE, new HashMap<>());
          table.fields().put("width", width);
          table.fields().put("windows", windows);
          Heap.Elements digits = (Heap.Elements) proof.machine.run(TABLE, "digits", table, scalar);
          long half = 1L << (width - 1);
          Form sum = Form.NONE;
          for (int i = 0; i < windows; i++) {
            boolean top = i == windows - 1;
            Value digit = digits.values(i, i + 1)[0];
            Interval bounds =
                top ? Interval.of(0, 1L << scalarBits % width) : Interval.of(1 - half, half);
            Proof.requireWithin(digit.range(), bounds, "digit " + i);
            sum = sum.plus(digit.form().shifted(i * width));
          }
          Proof.require(sum.equals(Proof.value(scalar, ModularDivision.RADIX)), "the scalar", sum);
        });
  }
}
