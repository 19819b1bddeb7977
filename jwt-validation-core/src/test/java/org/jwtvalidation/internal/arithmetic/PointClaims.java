// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.FieldClaims.Bound;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;

/**
 * What is proven of points: bounds on all paths, and the group law. Both sides of the law are
 * rational functions of the coordinates, of degrees below 100. A wrong formula agrees for random
 * elements of the field with a probability below 2^−248 (Schwartz 1980, Zippel 1979).
 */
final class PointClaims {

  /** In hundredths of p, as all bounds of values. */
  static final Bound FACTOR_VALUE = new Bound("±4.11p", BigInteger.valueOf(411));

  static final Bound FACTOR_LIMB = new Bound("±2^55", TWO.pow(55));

  /** The paths through all operations. */
  static final int PATHS = 14;

  static final Bound X_LEAST = new Bound("−3.02p", BigInteger.valueOf(-302));
  static final Bound X_MOST = new Bound("1.04p", BigInteger.valueOf(104));
  static final Bound Y_LEAST = new Bound("−p", BigInteger.valueOf(-100));
  static final Bound Y_MOST = new Bound("1.02p", BigInteger.valueOf(102));

  private static final BigInteger P = P256Field.P;
  private static final Interval LIMB = Interval.bits(53);
  private static final Coordinate X =
      new Coordinate(
          hundredths(X_LEAST.is(), X_MOST.is()), LIMB.plus(LIMB.times(BigInteger.valueOf(-3))));
  private static final Coordinate Y =
      new Coordinate(hundredths(Y_LEAST.is(), Y_MOST.is()), Interval.within(LIMB.most()));
  private static final Coordinate Z =
      new Coordinate(hundredths(BigInteger.valueOf(-1), BigInteger.valueOf(101)), LIMB);
  private static final Map<String, Coordinate> COORDINATES =
      Map.of("x", X, "y", Y, "zz", Z, "zzz", Z);

  /** Bounds of a coordinate: of its value, and of its lower limbs. */
  private record Coordinate(Interval range, Interval limb) {}

  private static Interval hundredths(BigInteger least, BigInteger most) {
    BigInteger hundred = BigInteger.valueOf(100);
    return new Interval(P.multiply(least).divide(hundred), P.multiply(most).divide(hundred));
  }

  /** What is done to a point of P-256. */
  enum Operation {
    ADD,
    SUBTRACT,
    TWICE,
    STORE,
    HAS_X
  }

  /** How the other point is to the first one. */
  enum Other {
    ANY,
    EQUAL,
    OPPOSITE
  }

  private final Proof proof;
  private final FieldContracts field;
  private final Heap.Instance point;
  private final @Nullable AffinePoint first;
  private final AffinePoint second;

  /** A point, which is at infinity if {@code infinite}, and another one in a table. */
  private PointClaims(
      Proof proof, Operation operation, boolean infinite, Other other, boolean decided) {
    this.proof = proof;
    this.field =
        new FieldContracts(
            proof,
            FieldClaims.P256,
            Interval.within(FACTOR_LIMB.is()),
            hundredths(FACTOR_VALUE.is().negate(), FACTOR_VALUE.is()),
            decided);
    this.point = proof.used(new P256Accumulator(), "x", "y", "zz", "zzz");
    AffinePoint any = new AffinePoint(P256AccumulatorTest.P256, field.random(), field.random());
    this.first = infinite ? null : any;
    this.second =
        switch (other) {
          case ANY -> new AffinePoint(any.domain(), field.random(), field.random());
          case EQUAL -> any;
          case OPPOSITE -> any.negated();
        };
    if (!infinite) {
      BigInteger z = field.random();
      set("x", any.x().multiply(z.pow(2)));
      set("y", any.y().multiply(z.pow(3)));
      set("zz", z.pow(2));
      set("zzz", z.pow(3));
    }
    field.stored.put(0, field.least(second.x()));
    AffinePoint stored = operation == Operation.SUBTRACT ? second.negated() : second;
    field.stored.put(4, field.least(stored.y()));
  }

  private void set(String name, BigInteger element) {
    Coordinate bounds = COORDINATES.get(name);
    point.array(name).set(field.element(element, bounds.range, Proof.same(4, bounds.limb)));
  }

  /**
   * Proves the bounds of all operations, and counts the paths.
   *
   * @param decided whether elements decide the paths, and the group law is proven, too
   */
  static int prove(Program program, boolean decided) {
    int paths = 0;
    for (Operation operation : Operation.values()) {
      for (boolean infinite : new boolean[] {false, true}) {
        for (Other other : decided ? Other.values() : new Other[] {Other.ANY}) {
          if (operation != Operation.STORE || !infinite) {
            paths +=
                Proof.each(
                    program,
                    proof ->
                        new PointClaims(proof, operation, infinite, other, decided)
                            .prove(operation, decided));
          }
        }
      }
    }
    return paths;
  }

  private void prove(Operation operation, boolean decided) {
    Object result = apply(operation);
    boolean infinite = point.array("zz").isZero();
    COORDINATES.forEach((name, bounds) -> {
      Heap.Elements number = point.array(name);
      Proof.requireWithin(field.range(number), bounds.range, name);
      proof.requireLimbs(number, Proof.same(4, bounds.limb));
      Proof.require(!infinite || number.isZero(), "0 in each limb", name);
    });
    if (decided) {
      requireLaw(operation, result);
    }
  }

  private @Nullable Object apply(Operation operation) {
    String name = Proof.HERE + "P256Accumulator";
    Heap.Elements table = Proof.zeros(24);
    return switch (operation) {
      case ADD -> proof.run(name, "add", null, point, table, 0, 0);
      case SUBTRACT -> proof.run(name, "add", null, point, table, 0, 1);
      case TWICE -> proof.run(name, "twice", null, point);
      case STORE -> {
        BigInteger inverse = field.element(point.array("zzz")).modInverse(P);
        yield proof.run(name, "store", table, point, table, 16, field.least(inverse));
      }
      case HAS_X -> proof.run(name, "hasX", null, point, field.stored.get(0));
    };
  }

  private void requireLaw(Operation operation, @Nullable Object result) {
    AffinePoint expected =
        switch (operation) {
          case ADD, SUBTRACT -> AffinePoint.sum(first, second);
          case TWICE -> AffinePoint.sum(first, first);
          default -> first;
        };
    Proof.require(Objects.equals(affine(), expected), "the point", operation);
    if (operation == Operation.HAS_X) {
      boolean same = first != null && first.x().equals(second.x());
      Proof.requireAnswer(result, same, "x");
    } else if (operation == Operation.STORE) {
      List<BigInteger> stored =
          List.of(field.element(field.stored.get(16)), field.element(field.stored.get(20)));
      Proof.require(stored.equals(List.of(first.x(), first.y())), "stored", stored);
    }
  }

  private @Nullable AffinePoint affine() {
    BigInteger zz = field.element(point, "zz");
    BigInteger zzz = field.element(point, "zzz");
    Proof.require(zz.pow(3).subtract(zzz.pow(2)).mod(P).signum() == 0, "ZZ³ = ZZZ²", zz);
    if (zz.signum() == 0) {
      Proof.require(point.array("zz").isZero(), "0 in each limb", zz);
      return null;
    }
    return new AffinePoint(
        P256AccumulatorTest.P256,
        field.element(point, "x").multiply(zz.modInverse(P)).mod(P),
        field.element(point, "y").multiply(zzz.modInverse(P)).mod(P));
  }
}
