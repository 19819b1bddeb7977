package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.util.List;
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

  /** In hundredths of p. */
  static final Bound FACTOR_VALUE = new Bound("±4.11p", BigInteger.valueOf(411));

  static final Bound FACTOR_LIMB = new Bound("±2^55", TWO.pow(55));
  static final Bound X_LEAST = new Bound("−3.02p", BigInteger.valueOf(-302));
  static final Bound X_MOST = new Bound("1.04p", BigInteger.valueOf(104));
  static final Bound Y_LEAST = new Bound("−p", BigInteger.valueOf(-100));
  static final Bound Y_MOST = new Bound("1.02p", BigInteger.valueOf(102));
  static final Bound EDWARDS_LIMB =
      new Bound("3·2^51 + 4,560", BigInteger.valueOf(3 * (1L << 51) + 4560));

  static final Interval X = new Interval(X_LEAST.is(), X_MOST.is());
  static final Interval Y = new Interval(Y_LEAST.is(), Y_MOST.is());
  static final Interval Z = Interval.of(-1, 101);

  private static final Interval LIMB = Interval.bits(53);
  private static final Interval X_LIMB = LIMB.plus(LIMB.times(Interval.of(-3, -3)));
  private static final Interval Y_LIMB = Interval.within(LIMB.most());

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

  private final FieldContracts field;
  private final Heap.Instance point;
  private final Proof proof;
  private final @Nullable AffinePoint first;
  private final AffinePoint second;

  /** A point of P-256, infinity if {@code infinite}; decided by elements, or on all paths. */
  private PointClaims(
      Proof proof, boolean infinite, Other other, boolean negated, boolean decided) {
    this.proof = proof;
    this.field =
        new FieldContracts(
            proof,
            new P256Field(),
            Interval.within(FACTOR_LIMB.is()),
            Interval.within(FACTOR_VALUE.is()),
            new Interval[] {LIMB, LIMB, LIMB, LIMB, LIMB},
            decided);
    this.point = proof.used(new P256Accumulator(), List.of("x", "y", "zz", "zzz"));
    AffinePoint any = new AffinePoint(P256AccumulatorTest.P256, field.random(), field.random());
    AffinePoint others =
        switch (other) {
          case ANY -> new AffinePoint(any.domain(), field.random(), field.random());
          case EQUAL -> any;
          case OPPOSITE -> any.negated();
        };
    this.first = infinite ? null : any;
    this.second = others;
    if (!infinite) {
      BigInteger z = field.random();
      set("x", any.x().multiply(z.pow(2)), X, X_LIMB);
      set("y", any.y().multiply(z.pow(3)), Y, Y_LIMB);
      set("zz", z.pow(2), Z, LIMB);
      set("zzz", z.pow(3), Z, LIMB);
    }
    field.stored.put(0, field.least(others.x()));
    field.stored.put(4, field.least(negated ? others.negated().y() : others.y()));
  }

  private void set(String name, BigInteger element, Interval hundredths, Interval limb) {
    Interval range = hundredths.times(new Interval(field.prime(), field.prime()));
    Interval bounds =
        new Interval(
            range.least().divide(BigInteger.valueOf(100)),
            range.most().divide(BigInteger.valueOf(100)));
    Heap.Elements number = field.element(element, bounds, limb, limb, limb, limb);
    System.arraycopy(number.of(), 0, point.array(name).of(), 0, 5);
  }

  /** Proves the bounds on all paths, and counts them. */
  static int proveBounds(Program program) {
    int paths = 0;
    for (Operation operation : Operation.values()) {
      for (boolean infinite : new boolean[] {false, true}) {
        if (operation != Operation.STORE || !infinite) {
          paths +=
              Proof.each(
                  program,
                  proof -> {
                    boolean negated = operation == Operation.SUBTRACT;
                    new PointClaims(proof, infinite, Other.ANY, negated, false).apply(operation);
                  });
        }
      }
    }
    return paths;
  }

  /** Proves the group law. */
  static void proveLaw(Program program) {
    for (Operation operation : Operation.values()) {
      for (boolean infinite : new boolean[] {false, true}) {
        for (Other other : Other.values()) {
          if (operation != Operation.STORE || !infinite) {
            Proof.each(
                program,
                proof -> {
                  boolean negated = operation == Operation.SUBTRACT;
                  new PointClaims(proof, infinite, other, negated, true).proveLaw(operation);
                });
          }
        }
      }
    }
  }

  private @Nullable Object apply(Operation operation) {
    String name = Proof.HERE + "P256Accumulator";
    Heap.Elements table = Proof.zeros(8);
    Object result =
        switch (operation) {
          case ADD -> proof.machine.run(name, "add", point, table, 0, 0);
          case SUBTRACT -> proof.machine.run(name, "add", point, table, 0, 1);
          case TWICE -> proof.machine.run(name, "twice", point);
          case STORE -> {
            BigInteger inverse = field.element(point.array("zzz")).modInverse(field.prime());
            yield proof.machine.run(name, "store", point, table, 16, field.least(inverse));
          }
          case HAS_X -> proof.machine.run(name, "hasX", point, field.stored.get(0));
        };
    boolean infinite = FieldContracts.isInfinite(point.array("zz"));
    require("x", infinite ? Interval.of(0, 0) : X, X_LIMB);
    require("y", infinite ? Interval.of(0, 0) : Y, Y_LIMB);
    require("zz", Z, LIMB);
    require("zzz", Z, LIMB);
    return result;
  }

  private void require(String name, Interval hundredths, Interval limb) {
    Interval found = field.value(point.array(name)).times(Interval.of(100, 100));
    Interval bounds = hundredths.times(new Interval(field.prime(), field.prime()));
    Proof.requireWithin(found, bounds, name);
    for (int i = 0; i < 4; i++) {
      Proof.requireWithin(point.array(name).values(i, i + 1)[0].range(), limb, name);
    }
  }

  private void proveLaw(Operation operation) {
    Object result = apply(operation);
    AffinePoint expected =
        switch (operation) {
          case ADD, SUBTRACT -> AffinePoint.sum(first, second);
          case TWICE -> AffinePoint.sum(first, first);
          default -> first;
        };
    Proof.require(Objects.equals(affine(), expected), "the point", operation);
    if (operation == Operation.HAS_X) {
      boolean same = first != null && first.x().equals(second.x());
      Proof.require(Integer.valueOf(same ? 1 : 0).equals(result), "x", second);
    } else if (operation == Operation.STORE) {
      List<BigInteger> stored =
          List.of(field.element(field.stored.get(16)), field.element(field.stored.get(20)));
      Proof.require(stored.equals(List.of(first.x(), first.y())), "stored", stored);
    }
  }

  private @Nullable AffinePoint affine() {
    BigInteger p = field.prime();
    BigInteger zz = field.element(point.array("zz"));
    BigInteger zzz = field.element(point.array("zzz"));
    Proof.require(zz.pow(3).subtract(zzz.pow(2)).mod(p).signum() == 0, "ZZ³ = ZZZ²", zz);
    if (zz.signum() == 0) {
      Proof.require(FieldContracts.isInfinite(point.array("zz")), "0 in each limb", zz);
      return null;
    }
    return new AffinePoint(
        P256AccumulatorTest.P256,
        field.element(point.array("x")).multiply(zz.modInverse(p)).mod(p),
        field.element(point.array("y")).multiply(zzz.modInverse(p)).mod(p));
  }
}
