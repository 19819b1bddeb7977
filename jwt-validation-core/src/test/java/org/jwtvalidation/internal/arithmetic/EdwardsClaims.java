// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.jwtvalidation.internal.arithmetic.FieldClaims.Bound;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;

/**
 * What is proven of points of Ed25519: the bounds of the limbs, and the group law, as {@link
 * PointClaims} proves them. There is one path for each operation.
 */
final class EdwardsClaims {

  static final Bound LIMB =
      new Bound("±(3·2^51 + 4,560)", BigInteger.valueOf(3 * (1L << 51) + 4560));

  private static final BigInteger P = EdwardsPoint.P;
  private static final String POINT = Proof.HERE + "Ed25519Accumulator";
  private static final List<String> COORDINATES = List.of("x", "y", "z", "t");

  private final Proof proof;
  private final FieldContracts field;
  private final Heap.Instance point;
  private final EdwardsPoint first;
  private final EdwardsPoint second;

  private EdwardsClaims(Proof proof, boolean neutral, boolean negated) {
    this.proof = proof;
    this.field =
        new FieldContracts(proof, FieldClaims.ED25519, Interval.within(LIMB.is()), null, true);
    this.point = proof.used(new Ed25519Accumulator(), COORDINATES.toArray(new String[0]));
    EdwardsPoint any = new EdwardsPoint(field.random(), field.random());
    this.first = neutral ? EdwardsPoint.NEUTRAL : any;
    this.second = new EdwardsPoint(field.random(), field.random());
    if (!neutral) {
      BigInteger z = field.random();
      point.array("x").set(field.ofLimbs(any.x().multiply(z)));
      point.array("y").set(field.ofLimbs(any.y().multiply(z)));
      point.array("z").set(field.ofLimbs(z));
      point.array("t").set(field.ofLimbs(any.x().multiply(any.y()).multiply(z)));
    }
    List<BigInteger> stored = stored(negated ? second.negated() : second);
    for (int i = 0; i < 3; i++) {
      field.stored.put(4 * i, field.least(stored.get(i)));
    }
  }

  /** As which elements a point is stored. */
  private static List<BigInteger> stored(EdwardsPoint point) {
    BigInteger twoXy = point.x().multiply(point.y()).shiftLeft(1);
    return List.of(
        point.y().subtract(point.x()).mod(P),
        point.y().add(point.x()).mod(P),
        EdwardsPoint.D.multiply(twoXy).mod(P));
  }

  /** Proves bounds and law of all operations, and counts the paths. */
  static int prove(Program program) {
    int paths = 0;
    for (boolean neutral : new boolean[] {false, true}) {
      for (boolean negated : new boolean[] {false, true}) {
        paths +=
            Proof.each(program, proof -> new EdwardsClaims(proof, neutral, negated).add(negated));
      }
      paths += Proof.each(program, proof -> new EdwardsClaims(proof, neutral, false).twice());
    }
    return paths + Proof.each(program, proof -> new EdwardsClaims(proof, false, false).store());
  }

  private void add(boolean negated) {
    proof.run(POINT, "add", null, point, Proof.zeros(12), 0, negated ? 1 : 0);
    requirePoint(first.plus(second));
  }

  private void twice() {
    proof.run(POINT, "twice", null, point);
    requirePoint(first.plus(first));
  }

  private void store() {
    BigInteger inverse = field.element(point, "z").modInverse(P);
    Heap.Elements table = Proof.zeros(24);
    proof.run(POINT, "store", table, point, table, 12, field.least(inverse));
    List<BigInteger> found =
        Stream.of(12, 16, 20).map(i -> field.element(field.stored.get(i))).toList();
    Proof.require(found.equals(stored(first)), "stored", found);
    requirePoint(first);
  }

  private void requirePoint(EdwardsPoint expected) {
    BigInteger inverse = field.element(point, "z").modInverse(P);
    BigInteger x = field.element(point, "x").multiply(inverse).mod(P);
    BigInteger y = field.element(point, "y").multiply(inverse).mod(P);
    Proof.require(new EdwardsPoint(x, y).equals(expected), "the point", expected);
    Proof.require(
        x.multiply(y).mod(P).equals(field.element(point, "t").multiply(inverse).mod(P)), "xy", "t");
    for (String coordinate : COORDINATES) {
      proof.requireLimbs(point.array(coordinate), FieldClaims.ED25519.productLimbs());
    }
  }
}
