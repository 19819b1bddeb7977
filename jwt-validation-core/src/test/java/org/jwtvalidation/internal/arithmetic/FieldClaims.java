// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;

/** What is proven of the products of the two fields. */
final class FieldClaims {

  /** A bound as a source says it, and as a number, of units that its user knows. */
  record Bound(String said, BigInteger is) {}

  static final Bound P256_LIMB = new Bound("±(2^56 − 1)", TWO.pow(56).subtract(ONE));
  static final Bound P256_VALUE = new Bound("±8p", BigInteger.valueOf(8));
  static final Bound ED25519_LIMB = new Bound("±2^53", TWO.pow(53));

  /** Bounds of a value in eighths of p. */
  record Eighths(String said, int least, int most) {}

  static final Map<String, Eighths> P256_RESULTS =
      Map.of(
          "multiply", new Eighths("from −p/8 to 9p/8", -1, 9),
          "square", new Eighths("from 0 to 9p/8", 0, 9),
          "multiplyAdd", new Eighths("from −p/4 to 5p/4", -2, 10));

  /**
   * A field, by an object of the library.
   *
   * @param r the exponent of the power of two by which products are divided
   * @param limb the bounds of the limbs of factors
   * @param value the bounds of factors in multiples of p, or null if limbs alone have bounds
   * @param product the bounds of the limbs of a product; the last one may have none, because it has
   *     the sign
   */
  record Field(
      PrimeField real,
      int radix,
      int r,
      Interval limb,
      @Nullable Interval value,
      List<Interval> product) {

    String name() {
      return Proof.HERE + real.getClass().getSimpleName();
    }

    BigInteger prime() {
      return real.limbs.modulus;
    }

    Interval[] productLimbs() {
      return product.toArray(new Interval[0]);
    }

    private Heap.Elements factor(Proof proof) {
      return value == null
          ? proof.limbs(Proof.same(5, limb))
          : proof.limbs(limb, value.times(prime()), radix);
    }
  }

  private static final Interval LIMB_51 = Interval.bits(51);

  static final Field P256 =
      new Field(
          new P256Field(),
          53,
          265,
          Interval.within(P256_LIMB.is),
          Interval.within(P256_VALUE.is),
          Collections.nCopies(4, Interval.bits(53)));

  static final Field ED25519 =
      new Field(
          Ed25519Field.FIELD,
          51,
          0,
          Interval.within(ED25519_LIMB.is),
          null,
          List.of(LIMB_51, Interval.of(-1521, (1L << 51) + 1520), LIMB_51, LIMB_51, LIMB_51));

  /**
   * A product, or a sum of two.
   *
   * @param into the factor into which the result goes, or −1
   * @param factors which of the factors each argument is; equal numbers are one array
   */
  record Claim(Field field, String method, int into, List<Integer> factors) {}

  static final List<Claim> CLAIMS =
      Stream.of(
              claims(P256, "multiply", 0, 1),
              claims(P256, "multiply", 0, 0),
              claims(P256, "square", 0),
              claims(P256, "multiplyAdd", 0, 1, 2, 3),
              claims(P256, "multiplyAdd", 0, 1, 1, 3),
              claims(ED25519, "multiply", 0, 1),
              claims(ED25519, "multiply", 0, 0))
          .flatMap(claims -> claims)
          .toList();

  private static Stream<Claim> claims(Field field, String method, Integer... factors) {
    return Stream.concat(Stream.of(-1), Stream.of(factors).distinct())
        .map(into -> new Claim(field, method, into, List.of(factors)));
  }

  private FieldClaims() {}

  /** Proves a claim for any factors, and for factors of which each limb is 0. */
  static void prove(Program program, Claim claim) {
    for (Set<Integer> zeros :
        List.<Set<Integer>>of(Set.of(), Set.of(0, 2), Set.of(0, 3), Set.of(1, 2), Set.of(1, 3))) {
      Proof.each(program, proof -> prove(proof, claim, zeros));
    }
  }

  private static void prove(Proof proof, Claim claim, Set<Integer> zeros) {
    Field field = claim.field;
    Heap.Elements[] all = new Heap.Elements[4];
    for (int i : claim.factors) {
      all[i] = zeros.contains(i) ? Proof.zeros(5) : field.factor(proof);
    }
    List<Heap.Elements> factors = claim.factors.stream().map(i -> all[i]).toList();
    Form exact = Form.NONE;
    Interval range = Interval.of(0, 0);
    for (int i = 0; i < factors.size(); i += 2) {
      Heap.Elements a = factors.get(i);
      Heap.Elements b = factors.get(Math.min(i + 1, factors.size() - 1));
      exact = exact.plus(proof.atoms.product(value(a, field), value(b, field)));
      Interval ofA = proof.numbers.range(value(a, field));
      Interval ofB = proof.numbers.range(value(b, field));
      range = range.plus(a.equals(b) ? ofA.squared() : ofA.times(ofB));
    }
    Heap.Elements result = claim.into < 0 ? proof.unknown(5) : all[claim.into];
    Object[] arguments =
        Stream.concat(Stream.of(proof.used(field.real), result), factors.stream()).toArray();
    proof.run(field.name(), claim.method, result, arguments);

    Form difference = value(result, field).shifted(field.r).minus(exact);
    Interval times =
        proof.numbers.range(difference.dividedBy(field.prime(), claim + " less the product"));
    if (field.equals(P256)) {
      Proof.requireWithin(times, Interval.bits(field.r), "multiple of p");
      Eighths eighths = P256_RESULTS.get(claim.method);
      Proof.requireWithin(
          range.plus(times.times(field.prime())).times(BigInteger.valueOf(8)),
          Interval.of(eighths.least, eighths.most).times(field.prime().shiftLeft(field.r)),
          "value");
    }
    proof.requireLimbs(result, field.productLimbs());
    Proof.require(result.isZero() || !exact.equals(Form.NONE), "0 in each limb", result);
  }

  private static Form value(Heap.Elements number, Field field) {
    return Proof.value(number, field.radix);
  }
}
