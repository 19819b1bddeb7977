package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;
import java.util.List;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;

/**
 * What is proven of points of Ed25519: the bounds of the limbs, and the group law, as {@link
 * PointClaims} proves them. There is one path for each operation.
 */
final class EdwardsClaims {

  private static final BigInteger P = Ed25519Field.P;
  private static final BigInteger D =
      BigInteger.valueOf(-121665).multiply(BigInteger.valueOf(121666).modInverse(P)).mod(P);
  private static final String POINT = Proof.HERE + "Ed25519Accumulator";
  private static final List<String> COORDINATES = List.of("x", "y", "z", "t");

  private final Proof proof;
  private final FieldContracts field;
  private final Heap.Instance point;
  private final BigInteger x1;
  private final BigInteger y1;
  private final BigInteger x2;
  private final BigInteger y2;

  private EdwardsClaims(Proof proof, boolean neutral, boolean negated) {
    this.proof = proof;
    Interval[] products = FieldClaims.ED25519_PRODUCT.toArray(new Interval[0]);
    this.field =
        new FieldContracts(
            proof,
            Ed25519Field.FIELD,
            Interval.within(PointClaims.EDWARDS_LIMB.is()),
            null,
            products,
            true);
    this.point = proof.used(new Ed25519Accumulator(), COORDINATES);
    this.x1 = neutral ? BigInteger.ZERO : field.random();
    this.y1 = neutral ? ONE : field.random();
    this.x2 = field.random();
    this.y2 = field.random();
    if (!neutral) {
      BigInteger z = field.random();
      set("x", x1.multiply(z), products);
      set("y", y1.multiply(z), products);
      set("z", z, products);
      set("t", x1.multiply(y1).multiply(z), products);
    }
    BigInteger x = negated ? x2.negate() : x2;
    field.stored.put(0, field.least(y2.subtract(x)));
    field.stored.put(4, field.least(y2.add(x)));
    field.stored.put(8, field.least(D.shiftLeft(1).multiply(x).multiply(y2)));
  }

  private void set(String name, BigInteger element, Interval[] bounds) {
    Heap.Elements number = field.ofLimbs(element, bounds);
    System.arraycopy(number.of(), 0, point.array(name).of(), 0, 5);
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
    proof.machine.run(POINT, "add", point, Proof.zeros(12), 0, negated ? 1 : 0);
    requireSum(x2, y2);
  }

  private void twice() {
    proof.machine.run(POINT, "twice", point);
    requireSum(x1, y1);
  }

  private void requireSum(BigInteger x, BigInteger y) {
    BigInteger product = D.multiply(x1).multiply(x).multiply(y1).multiply(y);
    BigInteger sumX = x1.multiply(y).add(y1.multiply(x));
    BigInteger sumY = y1.multiply(y).add(x1.multiply(x));
    requirePoint(
        sumX.multiply(ONE.add(product).modInverse(P)),
        sumY.multiply(ONE.subtract(product).modInverse(P)));
  }

  private void requirePoint(BigInteger x, BigInteger y) {
    BigInteger z = field.element(point.array("z"));
    Proof.require(z.mod(P).signum() > 0, "other than 0", "z");
    requireElement(x.multiply(z), field.element(point.array("x")));
    requireElement(y.multiply(z), field.element(point.array("y")));
    requireElement(x.multiply(y).multiply(z), field.element(point.array("t")));
    for (String coordinate : COORDINATES) {
      for (int i = 0; i < 5; i++) {
        Proof.requireWithin(
            point.array(coordinate).values(i, i + 1)[0].range(),
            FieldClaims.ED25519_PRODUCT.get(i),
            coordinate);
      }
    }
  }

  private void store() {
    BigInteger inverse = field.element(point.array("z")).modInverse(P);
    proof.machine.run(POINT, "store", point, Proof.zeros(24), 12, field.least(inverse));
    requireElement(y1.subtract(x1), field.element(field.stored.get(12)));
    requireElement(y1.add(x1), field.element(field.stored.get(16)));
    requireElement(D.shiftLeft(1).multiply(x1).multiply(y1), field.element(field.stored.get(20)));
    requirePoint(x1, y1);
  }

  private static void requireElement(BigInteger expected, BigInteger found) {
    Proof.require(expected.subtract(found).mod(P).signum() == 0, "the element", found);
  }
}
