// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.FieldClaims.Field;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Value;

/**
 * The operations of a field, in place of which points have what is proven of them: bounds, and
 * elements of the field. An element is random, or the product of others. Either all branches are
 * taken, whatever the elements are, or those alone that they decide.
 */
final class FieldContracts {

  private final Proof proof;
  private final Field field;
  private final Interval factorLimb;
  private final @Nullable Interval factorValue;
  private final boolean decided;
  private final BigInteger prime;
  private final Random random = new Random(40);
  private final Map<Form, BigInteger> elements = new HashMap<>();

  /** The numbers in a table, by the place of each. */
  final Map<Integer, Heap.Elements> stored = new HashMap<>();

  /** Puts contracts in place of methods, with bounds of factors that points keep. */
  FieldContracts(
      Proof proof,
      Field field,
      Interval factorLimb,
      @Nullable Interval factorValue,
      boolean decided) {
    this.proof = proof;
    this.field = field;
    this.factorLimb = factorLimb;
    this.factorValue = factorValue;
    this.decided = decided;
    this.prime = field.prime();
    for (String method : List.of("multiply", "square", "multiplyAdd")) {
      proof.machine.with(field.name(), method, this::product);
    }
    proof.machine.with(field.name(), "isMultipleOfP", of -> isMultiple(of[1]) ? 1 : 0);
    proof.machine.with(LimbsClaims.LIMBS, "isZero", of -> ((Heap.Elements) of[0]).isZero() ? 1 : 0);
    proof.machine.with(LimbsClaims.LIMBS, "unpack", this::unpack);
    proof.machine.with(LimbsClaims.LIMBS, "pack", this::pack);
  }

  BigInteger random() {
    return new BigInteger(prime.bitLength() + 64, random).mod(prime);
  }

  /** A number that stands for an element x as the field does: by xR. */
  Heap.Elements element(BigInteger element, Interval range, Interval... limbs) {
    Value value = proof.numbers.input(range);
    elements.put(value.form(), element.shiftLeft(field.r()).mod(prime));
    return proof.element(value, field.radix(), limbs);
  }

  /** The element in a field of a point. */
  BigInteger element(Heap.Instance point, String coordinate) {
    return element(point.array(coordinate));
  }

  /** The element for which a number stands. */
  BigInteger element(@Nullable Object number) {
    return value(number)
        .residue(
            atom -> atom == 0 ? ONE : elements.computeIfAbsent(Form.atom(atom), a -> random()),
            prime)
        .multiply(ONE.shiftLeft(field.r()).modInverse(prime))
        .mod(prime);
  }

  private Form value(@Nullable Object number) {
    return Proof.value((Heap.Elements) number, field.radix());
  }

  Interval range(@Nullable Object number) {
    return proof.numbers.range(value(number));
  }

  private boolean isMultiple(@Nullable Object number) {
    requireFactor(number);
    return decided ? element(number).signum() == 0 : proof.path.choose();
  }

  private void requireFactor(@Nullable Object factor) {
    proof.requireLimbs((Heap.Elements) factor, Proof.same(5, factorLimb));
    if (factorValue != null) {
      Proof.requireWithin(range(factor), factorValue, "factor");
    }
  }

  private @Nullable Object product(@Nullable Object[] of) {
    BigInteger element = ZERO;
    Interval range = Interval.of(0, 0);
    boolean zero = true;
    for (int i = 2; i < of.length; i += 2) {
      Heap.Elements a = (Heap.Elements) of[i];
      Heap.Elements b = (Heap.Elements) of[Math.min(i + 1, of.length - 1)];
      requireFactor(a);
      requireFactor(b);
      zero &= a.isZero() || b.isZero();
      element = element.add(element(a).multiply(element(b)));
      range = range.plus(a.equals(b) ? range(a).squared() : range(a).times(range(b)));
    }
    // From 0 to less than R multiples of p are added, and the sum is divided by R.
    Interval sum = range.plus(Interval.below(prime.shiftLeft(field.r())));
    Heap.Elements result =
        field.value() == null
            ? ofLimbs(element)
            : element(element, sum.scaled(field.r()), field.productLimbs());
    ((Heap.Elements) of[1]).set(zero ? Proof.zeros(5) : result);
    return null;
  }

  /** A number of which all limbs are within the bounds of a product's. */
  Heap.Elements ofLimbs(BigInteger element) {
    Interval range = Interval.of(0, 0);
    for (int i = 0; i < 5; i++) {
      range = range.plus(field.product().get(i).times(ONE.shiftLeft(i * field.radix())));
    }
    Heap.Elements number = element(element, range, field.productLimbs());
    number.of()[4] = new Value(number.form(4), field.product().get(4), 0);
    return number;
  }

  /** The least number that stands for an element: below the prime. */
  Heap.Elements least(BigInteger element) {
    return element(element, Interval.below(prime), Proof.same(4, Interval.bits(field.radix())));
  }

  private @Nullable Object unpack(@Nullable Object[] of) {
    ((Heap.Elements) of[3]).set(stored.get(place(of[0], of[1], of[2])));
    return null;
  }

  private @Nullable Object pack(@Nullable Object[] of) {
    Heap.Elements number = (Heap.Elements) of[1];
    proof.requireLimbs(number, Proof.same(4, Interval.within(LimbsClaims.LIMB.is())));
    BigInteger most = prime.multiply(LimbsClaims.PRIMES.is());
    Proof.requireWithin(range(number), Interval.within(most), "packed");
    int place = place(of[0], of[2], of[3]);
    Proof.require(!stored.containsKey(place), "packed to words that are 0", place);
    stored.put(place, least(element(number)));
    return null;
  }

  private int place(@Nullable Object limbs, @Nullable Object table, @Nullable Object at) {
    Proof.require(limbs == proof.copy(field.real().limbs), "the limbs of the field", limbs);
    int place = (Integer) at;
    boolean isIn = place >= 0 && place + 4 <= ((Heap.Elements) table).of().length;
    Proof.require(isIn && place % 4 == 0, "a place in the table", place);
    return place;
  }
}
