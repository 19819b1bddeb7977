// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.TWO;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jwtvalidation.internal.arithmetic.FieldClaims.Bound;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;

/** What is proven of numbers in limbs: the least number, packing, multiples of p. */
final class LimbsClaims {

  static final String LIMBS = Proof.HERE + "Limbs";
  static final Bound LIMB = new Bound("±2^62", TWO.pow(62));
  static final Bound PRIMES = new Bound("±100 times the prime", BigInteger.valueOf(100));
  static final Bound MULTIPLES = new Bound("±16p", BigInteger.valueOf(16));

  static final BigInteger P256_ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  /** Numbers that the library has: of the two fields, and what it divides. */
  record Kind(String name, Limbs limbs, int radix) {

    private Interval[] radixLimbs() {
      return Proof.same(4, Interval.bits(radix));
    }

    private Interval values() {
      return Interval.within(limbs.modulus.multiply(PRIMES.is()));
    }

    /** A number that can be normalized. */
    private Heap.Elements number(Proof proof) {
      Interval[] bounds = Proof.same(4, Interval.within(LIMB.is()));
      return proof.element(proof.numbers.input(values()), radix, bounds);
    }

    /** Requires a number that can be normalized, and gives the least one. */
    private Heap.Elements normalized(Proof proof, Heap.Elements number) {
      proof.requireLimbs(number, Proof.same(4, Interval.within(LIMB.is())));
      Proof.requireWithin(proof.numbers.range(Proof.value(number, radix)), values(), "value");
      Interval[] bounds = Arrays.copyOf(radixLimbs(), 5);
      bounds[4] = Interval.below(limbs.modulus).scaled(4 * radix);
      return proof.limbs(bounds);
    }
  }

  static final List<Kind> KINDS =
      List.of(
          new Kind("P-256", new P256Field().limbs, 53),
          new Kind("2^255 - 19", Ed25519Field.FIELD.limbs, 51),
          new Kind("2^255 - 19 to divide", new Limbs(Ed25519Field.P, 56), 56),
          new Kind("order of P-256", new Limbs(P256_ORDER, 56), 56));

  private LimbsClaims() {}

  /** The least number that is congruent, in limbs as they are unpacked. */
  static int proveNormalize(Program program, Kind kind) {
    return Proof.each(
        program,
        proof -> {
          Heap.Elements number = kind.number(proof);
          Form before = Proof.value(number, kind.radix);
          proof.machine.run(LIMBS, "normalize", proof.copy(kind.limbs), number);
          proof.requireLimbs(number, kind.radixLimbs());
          Form least = Proof.value(number, kind.radix);
          least.minus(before).dividedBy(kind.limbs.modulus, "what normalize takes away");
          Interval value = proof.numbers.range(least);
          Proof.requireWithin(value, Interval.below(kind.limbs.modulus), "value");
        });
  }

  static void provePacking(Program program, Kind kind) {
    Proof.each(program, proof -> provePack(proof, kind));
    Proof.each(program, proof -> proveUnpack(proof, kind));
  }

  /** Packs the least number, which the words have as one number. */
  private static void provePack(Proof proof, Kind kind) {
    Heap.Elements number = kind.number(proof);
    Form[] least = new Form[1];
    proof.machine.with(
        LIMBS,
        "normalize",
        of -> {
          Heap.Elements copy = (Heap.Elements) of[1];
          Form value = Proof.value(copy, kind.radix);
          Proof.requireEqual(value, Proof.value(number, kind.radix), "the number");
          copy.set(kind.normalized(proof, copy));
          least[0] = Proof.value(copy, kind.radix);
          return null;
        });
    // None above those of the number: at the end of a table, there is none.
    Heap.Elements words = Proof.zeros(5);
    proof.run(LIMBS, "pack", words, proof.copy(kind.limbs), number, words, 1);
    Proof.requireEqual(words.form(0), Form.NONE, "untouched");
    Arrays.setAll(words.of(), i -> proof.numbers.residue(words.value(i), Long.SIZE));
    Proof.requireEqual(Proof.words(words, 1, 5), least[0], "the least number");
  }

  /** Unpacks any four words as one number, in limbs that are not negative. */
  private static void proveUnpack(Proof proof, Kind kind) {
    Heap.Elements words = proof.limbs(Proof.same(6, Interval.bits(Long.SIZE)));
    Heap.Elements number = proof.unknown(5);
    proof.run(LIMBS, "unpack", number, proof.copy(kind.limbs), words, 1, number);
    Interval[] bounds = Arrays.copyOf(kind.radixLimbs(), 5);
    bounds[4] = Interval.bits(256 - 4 * kind.radix);
    proof.requireLimbs(number, bounds);
    Proof.requireEqual(Proof.value(number, kind.radix), Proof.words(words, 1, 5), "the number");
  }

  /** Refuses no multiple of p, whatever its limbs. It takes nothing else for one: see normalize. */
  static void proveMultiples(Program program) {
    int most = MULTIPLES.is().intValue();
    for (int times = -most; times <= most; times++) {
      BigInteger multiple = P256Field.P.multiply(BigInteger.valueOf(times));
      Proof.each(
          program,
          proof -> {
            String field = FieldClaims.P256.name();
            Object copy = proof.copy(FieldClaims.P256.real());
            Object is = proof.run(field, "isMultipleOfP", null, copy, spread(proof, multiple));
            Proof.requireAnswer(is, true, "recognized: " + multiple);
          });
    }
  }

  /** A number in any limbs of up to 2^62: in each, any multiple of 2^53 moves to the next one. */
  private static Heap.Elements spread(Proof proof, BigInteger number) {
    Object[] limbs = new Object[5];
    long[] digits = LimbSource.spread(number, 53);
    Form below = Form.NONE;
    for (int i = 0; i < 5; i++) {
      Form moved = i == 4 ? Form.NONE : proof.atoms.input(Interval.of(-(1L << 9), 1L << 9));
      Form limb = Form.constant(BigInteger.valueOf(digits[i])).minus(below);
      limbs[i] = proof.numbers.integer(limb.plus(moved.shifted(53)));
      below = moved;
    }
    return new Heap.Elements(limbs);
  }
}
