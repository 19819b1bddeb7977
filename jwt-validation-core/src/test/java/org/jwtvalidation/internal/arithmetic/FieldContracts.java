package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
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
  private final Limbs limbs;
  private final int radix;

  /** The divisor of products. */
  private final BigInteger divisor;

  /** The bounds of factors: of limbs, and of the value in hundredths of the prime. */
  private final Interval factorLimb;

  private final @Nullable Interval factorValue;
  private final Interval[] productLimbs;
  private final boolean decided;
  private final Random random = new Random(40);
  private final Map<Form, BigInteger> elements = new HashMap<>();
  final Map<Integer, Heap.Elements> stored = new HashMap<>();

  FieldContracts(
      Proof proof,
      PrimeField field,
      Interval factorLimb,
      @Nullable Interval factorValue,
      Interval[] productLimbs,
      boolean decided) {
    boolean p256 = field instanceof P256Field;
    this.proof = proof;
    this.limbs = field.limbs;
    this.radix = p256 ? 53 : 51;
    this.divisor = p256 ? ONE.shiftLeft(FieldClaims.R) : ONE;
    this.factorLimb = factorLimb;
    this.factorValue = factorValue;
    this.productLimbs = productLimbs;
    this.decided = decided;
    String name = Proof.HERE + field.getClass().getSimpleName();
    for (String method : new String[] {"multiply", "square", "multiplyAdd"}) {
      proof.machine.with(name, method, this::product);
    }
    proof.machine.with(name, "isMultipleOfP", of -> isMultiple((Heap.Elements) of[1]) ? 1 : 0);
    proof.machine.with(
        LimbsClaims.LIMBS, "isZero", of -> isInfinite((Heap.Elements) of[0]) ? 1 : 0);
    proof.machine.with(LimbsClaims.LIMBS, "unpack", this::unpack);
    proof.machine.with(LimbsClaims.LIMBS, "pack", this::pack);
  }

  BigInteger prime() {
    return limbs.modulus;
  }

  BigInteger random() {
    return new BigInteger(prime().bitLength() + 64, random).mod(prime());
  }

  /** A number that stands for an element x as the field does: by xR. */
  Heap.Elements element(BigInteger element, Interval range, Interval... limbRanges) {
    Value value = proof.numbers.input(range);
    elements.put(value.form(), element.multiply(divisor).mod(prime()));
    return proof.element(value, radix, limbRanges);
  }

  /** The element for which a number stands. */
  BigInteger element(Heap.Elements number) {
    BigInteger value =
        Proof.value(number, radix)
            .residue(
                atom -> atom == 0 ? ONE : elements.computeIfAbsent(Form.atom(atom), a -> random()),
                prime());
    return value.multiply(divisor.modInverse(prime())).mod(prime());
  }

  Interval value(Heap.Elements number) {
    return proof.numbers.range(Proof.value(number, radix));
  }

  static boolean isInfinite(Heap.Elements zz) {
    return Arrays.stream(zz.values(0, 5)).allMatch(limb -> limb.form().equals(Form.NONE));
  }

  private boolean isMultiple(Heap.Elements number) {
    requireFactor(number);
    return decided ? element(number).signum() == 0 : proof.path.choose();
  }

  private void requireFactor(Heap.Elements factor) {
    for (Value limb : factor.values(0, 5)) {
      Proof.requireWithin(proof.machine.result(limb).range(), factorLimb, "limb");
    }
    if (factorValue != null) {
      Interval hundredths = value(factor).times(Interval.of(100, 100));
      Proof.requireWithin(hundredths, factorValue.times(new Interval(prime(), prime())), "factor");
    }
  }

  private @Nullable Object product(@Nullable Object[] arguments) {
    BigInteger element = ZERO;
    Interval range = Interval.of(0, 0);
    boolean zero = true;
    for (int i = 2; i < arguments.length; i += 2) {
      Heap.Elements a = (Heap.Elements) arguments[i];
      Heap.Elements b = arguments.length == 3 ? a : (Heap.Elements) arguments[i + 1];
      requireFactor(a);
      requireFactor(b);
      zero &= isInfinite(a) || isInfinite(b);
      element = element.add(element(a).multiply(element(b)));
      Interval values = value(a).times(value(b));
      range = range.plus(a == b ? new Interval(ZERO, values.most()) : values);
    }
    Heap.Elements product = (Heap.Elements) arguments[1];
    Heap.Elements result = zero ? Proof.zeros(5) : result(element, range);
    System.arraycopy(result.of(), 0, product.of(), 0, 5);
    return null;
  }

  private Heap.Elements result(BigInteger element, Interval range) {
    if (factorValue == null) {
      return ofLimbs(element, productLimbs);
    }
    // From 0 to less than R multiples of p are added, and the sum is divided by R.
    Interval sum = range.plus(new Interval(ZERO, divisor.multiply(prime())));
    return element(element, sum.scaled(FieldClaims.R), Arrays.copyOf(productLimbs, 4));
  }

  /** A number of which the bounds of all limbs are known. */
  Heap.Elements ofLimbs(BigInteger element, Interval... bounds) {
    Interval range = Interval.of(0, 0);
    for (int i = 0; i < 5; i++) {
      BigInteger place = ONE.shiftLeft(i * radix);
      range = range.plus(bounds[i].times(new Interval(place, place)));
    }
    Heap.Elements number = element(element, range, Arrays.copyOf(bounds, 4));
    Value last = (Value) number.of()[4];
    number.of()[4] = new Value(last.form(), bounds[4], 0);
    return number;
  }

  /** A stored number is the least one: below the prime. */
  private @Nullable Object unpack(@Nullable Object[] arguments) {
    Heap.Elements number = stored.get((Integer) arguments[2]);
    System.arraycopy(number.of(), 0, ((Heap.Elements) arguments[3]).of(), 0, 5);
    return null;
  }

  Heap.Elements least(BigInteger element) {
    Interval limb = Interval.bits(radix);
    return element(element, new Interval(ZERO, prime().subtract(ONE)), limb, limb, limb, limb);
  }

  private @Nullable Object pack(@Nullable Object[] arguments) {
    Heap.Elements number = (Heap.Elements) arguments[1];
    for (Value limb : number.values(0, 4)) {
      Proof.requireWithin(limb.range(), Interval.within(LimbsClaims.LIMB.is()), "limb");
    }
    BigInteger most = prime().multiply(LimbsClaims.PRIMES.is());
    Proof.requireWithin(value(number), Interval.within(most), "packed");
    stored.put((Integer) arguments[3], least(element(number)));
    return null;
  }
}
