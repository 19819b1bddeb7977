package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Value;

/** What is proven of the products of the two fields. */
final class FieldClaims {

  /** A bound as a source says it, and the number that it is. */
  record Bound(String said, BigInteger is) {}

  static final BigInteger P = P256Field.P;

  static final Bound P256_LIMB = new Bound("±(2^56 − 1)", TWO.pow(56).subtract(ONE));
  static final Bound P256_VALUE = new Bound("±8p", P.multiply(BigInteger.valueOf(8)));
  static final Bound ED25519_LIMB = new Bound("±2^53", TWO.pow(53));

  /** The exponent of the power of two by which products of P-256 are divided. */
  static final int R = 265;

  /**
   * A product of P-256.
   *
   * @param factors which of the factors each argument is; equal numbers are one array
   * @param products the factors of each product
   * @param into the factor into which the result goes, or −1
   * @param value the bounds of the result in eighths of p
   */
  record P256(String method, List<Integer> factors, List<Pair> products, int into, Eighths value) {

    @Override
    public String toString() {
      return method + factors + (into < 0 ? "" : " into " + into);
    }
  }

  /** The factors of a product. */
  record Pair(int first, int second) {}

  /** Bounds of a value, both excluded. */
  record Eighths(String said, int least, int most) {}

  static final Eighths OF_PRODUCT = new Eighths("from −p/8 to 9p/8", -1, 9);
  static final Eighths OF_SQUARE = new Eighths("from 0 to 9p/8", 0, 9);
  static final Eighths OF_SUM = new Eighths("from −p/4 to 5p/4", -2, 10);

  private static final List<Pair> AB = List.of(new Pair(0, 1));
  private static final List<Pair> AA = List.of(new Pair(0, 0));
  private static final List<Pair> AB_CD = List.of(new Pair(0, 1), new Pair(2, 3));
  private static final List<Pair> AB_BD = List.of(new Pair(0, 1), new Pair(1, 3));

  static final List<P256> P256_CLAIMS =
      List.of(
          new P256("multiply", List.of(0, 1), AB, -1, OF_PRODUCT),
          new P256("multiply", List.of(0, 1), AB, 0, OF_PRODUCT),
          new P256("multiply", List.of(0, 1), AB, 1, OF_PRODUCT),
          new P256("multiply", List.of(0, 0), AA, -1, OF_PRODUCT),
          new P256("multiply", List.of(0, 0), AA, 0, OF_PRODUCT),
          new P256("square", List.of(0), AA, -1, OF_SQUARE),
          new P256("square", List.of(0), AA, 0, OF_SQUARE),
          new P256("multiplyAdd", List.of(0, 1, 2, 3), AB_CD, -1, OF_SUM),
          new P256("multiplyAdd", List.of(0, 1, 2, 3), AB_CD, 0, OF_SUM),
          new P256("multiplyAdd", List.of(0, 1, 2, 3), AB_CD, 2, OF_SUM),
          new P256("multiplyAdd", List.of(0, 1, 1, 3), AB_BD, 1, OF_SUM));

  static void prove(Program program, P256 claim) {
    Proof.each(program, proof -> prove(proof, claim));
  }

  private static void prove(Proof proof, P256 claim) {
    Interval limb = Interval.within(P256_LIMB.is);
    Interval value = Interval.within(P256_VALUE.is);
    Heap.Elements[] factors = new Heap.Elements[4];
    for (int i : claim.factors) {
      factors[i] = proof.limbs(limb, value, 53);
    }
    Form exact = Form.NONE;
    Interval range = Interval.of(0, 0);
    for (Pair product : claim.products) {
      exact = exact.plus(product(proof, factors[product.first], factors[product.second], 53));
      Interval ofFactors = value.times(value);
      range =
          range.plus(
              product.first == product.second
                  ? new Interval(BigInteger.ZERO, ofFactors.most())
                  : ofFactors);
    }
    Heap.Elements result = claim.into < 0 ? Proof.zeros(5) : factors[claim.into];
    run(proof, new P256Field(), claim.method, result, claim.factors, factors);

    Form difference = Proof.value(result, 53).shifted(R).minus(exact);
    Proof.require(difference.isMultipleOf(P), "congruent", claim);
    Interval times = proof.numbers.range(difference.dividedBy(P));
    Proof.requireWithin(times, Interval.bits(R), "multiple of p");
    Interval eighths = range.plus(times.times(new Interval(P, P))).times(Interval.of(8, 8));
    Interval allowed = new Interval(eighth(claim.value.least), eighth(claim.value.most));
    Proof.requireWithin(eighths, allowed.times(new Interval(TWO.pow(R), TWO.pow(R))), "value");
    for (int i = 0; i < 4; i++) {
      Proof.requireWithin(
          proof.machine.result(result.of()[i]).range(), Interval.bits(53), "limb " + i);
    }
    proof.machine.result(result.of()[4]);
  }

  private static BigInteger eighth(int count) {
    return P.multiply(BigInteger.valueOf(count));
  }

  private static Form product(Proof proof, Heap.Elements a, Heap.Elements b, int radix) {
    return proof.atoms.product(Proof.value(a, radix), Proof.value(b, radix));
  }

  private static void run(
      Proof proof,
      PrimeField field,
      String method,
      Heap.Elements result,
      List<Integer> factors,
      Heap.Elements[] values) {
    @Nullable Object[] arguments = new @Nullable Object[factors.size() + 2];
    arguments[0] = field instanceof P256Field ? proof.used(field, List.of()) : proof.copy(field);
    arguments[1] = result;
    for (int i = 0; i < factors.size(); i++) {
      arguments[i + 2] = values[factors.get(i)];
    }
    proof.run(Proof.HERE + field.getClass().getSimpleName(), method, result, arguments);
  }

  /** If each product has a factor that is 0 in each limb, each limb of the result is 0. */
  static void proveZero(Program program) {
    for (PrimeField field : List.of(new P256Field(), Ed25519Field.FIELD)) {
      for (List<Integer> factors : List.of(List.of(0, 1), List.of(1, 0), List.of(0, 0))) {
        proveZero(program, field, "multiply", factors);
      }
    }
    proveZero(program, new P256Field(), "square", List.of(0));
    for (List<Integer> factors : List.of(List.of(0, 1, 0, 1), List.of(1, 0, 0, 1))) {
      proveZero(program, new P256Field(), "multiplyAdd", factors);
    }
  }

  private static void proveZero(
      Program program, PrimeField field, String method, List<Integer> factors) {
    Proof.each(
        program,
        proof -> {
          Interval limb =
              Interval.within(field instanceof P256Field ? P256_LIMB.is : ED25519_LIMB.is);
          Interval[] limbs = {limb, limb, limb, limb, Interval.within(TWO.pow(53))};
          Heap.Elements[] values = {Proof.zeros(5), proof.limbs(limbs)};
          Heap.Elements result = Proof.zeros(5);
          run(proof, field, method, result, factors, values);
          for (Value zero : result.values(0, 5)) {
            Proof.require(zero.form().equals(Form.NONE), "zero", zero);
          }
        });
  }

  /** The bounds of the limbs of products of Ed25519. */
  static final List<Interval> ED25519_PRODUCT =
      List.of(
          Interval.bits(51),
          Interval.of(-1521, (1L << 51) + 1520),
          Interval.bits(51),
          Interval.bits(51),
          Interval.bits(51));

  /** Which argument each factor is, and into which the product goes, or −1. */
  static final int[][] ED25519_CLAIMS = {{0, 1, -1}, {0, 1, 0}, {0, 1, 1}, {0, 0, -1}, {0, 0, 0}};

  static void proveEd25519(Program program, int[] claim) {
    Proof.each(
        program,
        proof -> {
          Interval limb = Interval.within(ED25519_LIMB.is);
          Heap.Elements[] factors = new Heap.Elements[2];
          factors[claim[0]] = proof.limbs(limb, limb, limb, limb, limb);
          if (claim[1] != claim[0]) {
            factors[claim[1]] = proof.limbs(limb, limb, limb, limb, limb);
          }
          Form exact = product(proof, factors[claim[0]], factors[claim[1]], 51);
          Heap.Elements result = claim[2] < 0 ? Proof.zeros(5) : factors[claim[2]];
          run(proof, Ed25519Field.FIELD, "multiply", result, List.of(claim[0], claim[1]), factors);
          Form difference = Proof.value(result, 51).minus(exact);
          Proof.require(difference.isMultipleOf(Ed25519Field.P), "congruent", difference);
          for (int i = 0; i < 5; i++) {
            Proof.requireWithin(
                proof.machine.result(result.of()[i]).range(), ED25519_PRODUCT.get(i), "limb " + i);
          }
        });
  }
}
