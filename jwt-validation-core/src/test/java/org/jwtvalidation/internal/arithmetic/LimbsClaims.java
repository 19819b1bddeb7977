package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.List;
import org.jwtvalidation.proof.Contract;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Value;

/** What is proven of numbers in limbs: the least number, packing, multiples of p. */
final class LimbsClaims {

  static final String LIMBS = Proof.HERE + "Limbs";
  static final FieldClaims.Bound LIMB = new FieldClaims.Bound("±2^62", TWO.pow(62));
  static final FieldClaims.Bound PRIMES =
      new FieldClaims.Bound("±100 times the prime", BigInteger.valueOf(100));
  static final FieldClaims.Bound MULTIPLES = new FieldClaims.Bound("±16p", BigInteger.valueOf(16));

  static final BigInteger P256_ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  /** Numbers that the library has: of the two fields, and what it divides. */
  record Kind(String name, Limbs limbs, int radix) {

    @Override
    public String toString() {
      return name;
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
    Limbs limbs = kind.limbs;
    int radix = kind.radix;
    BigInteger p = limbs.modulus;
    return Proof.each(
        program,
        proof -> {
          Value value = proof.numbers.input(Interval.within(p.multiply(PRIMES.is())));
          Interval limb = Interval.within(LIMB.is());
          Heap.Elements number = proof.element(value, radix, limb, limb, limb, limb);
          proof.machine.run(LIMBS, "normalize", proof.copy(limbs), number);
          for (int i = 0; i < 4; i++) {
            Proof.requireWithin(
                proof.machine.result(number.of()[i]).range(), Interval.bits(radix), "limb " + i);
          }
          proof.machine.result(number.of()[4]);
          Form least = Proof.value(number, radix);
          Proof.require(least.minus(value.form()).isMultipleOf(p), "congruent", least);
          Proof.requireWithin(
              proof.numbers.range(least), new Interval(ZERO, p.subtract(ONE)), "value");
        });
  }

  /** Requires what {@link #proveNormalize} requires, and gives what it promises. */
  private static Contract normalized(Proof proof, Kind kind) {
    Limbs limbs = kind.limbs;
    int radix = kind.radix;
    return arguments -> {
      Heap.Elements number = (Heap.Elements) arguments[1];
      for (int i = 0; i < 4; i++) {
        Proof.requireWithin(
            proof.machine.result(number.of()[i]).range(), Interval.within(LIMB.is()), "limb");
      }
      BigInteger most = limbs.modulus.multiply(PRIMES.is());
      Proof.requireWithin(
          proof.numbers.range(Proof.value(number, radix)), Interval.within(most), "value");
      BigInteger last = limbs.modulus.subtract(ONE).shiftRight(4 * radix);
      for (int i = 0; i < 5; i++) {
        Interval range = i < 4 ? Interval.bits(radix) : new Interval(ZERO, last);
        number.of()[i] = proof.numbers.input(range);
      }
      return null;
    };
  }

  static void provePacking(Program program, Kind kind) {
    provePack(program, kind);
    proveUnpack(program, kind);
  }

  /** Packs the least number, which the words have as one number. */
  private static void provePack(Program program, Kind kind) {
    Limbs limbs = kind.limbs;
    int radix = kind.radix;
    Proof.each(
        program,
        proof -> {
          BigInteger most = limbs.modulus.multiply(PRIMES.is());
          Interval limb = Interval.within(LIMB.is());
          Value value = proof.numbers.input(Interval.within(most));
          Heap.Elements number = proof.element(value, radix, limb, limb, limb, limb);
          Object[] before = number.of().clone();
          Contract normalized = normalized(proof, kind);
          Heap.Elements[] least = new Heap.Elements[1];
          proof.machine.with(
              LIMBS,
              "normalize",
              arguments -> {
                least[0] = (Heap.Elements) arguments[1];
                return normalized.call(arguments);
              });
          Heap.Elements words = Proof.zeros(5);
          proof.machine.run(LIMBS, "pack", proof.copy(limbs), number, words, 1);
          Proof.require(words.values(0, 1)[0].constant() == 0, "untouched", words);
          Proof.require(java.util.Arrays.equals(before, number.of()), "untouched", number);
          Form packed = Form.NONE;
          for (int i = 0; i < 4; i++) {
            packed = packed.plus(proof.machine.unsigned(words.of()[i + 1]).form().shifted(64 * i));
          }
          Proof.require(packed.equals(Proof.value(least[0], radix)), "the number", packed);
        });
  }

  /** Unpacks any four words as one number, in limbs that are not negative. */
  private static void proveUnpack(Program program, Kind kind) {
    Limbs limbs = kind.limbs;
    int radix = kind.radix;
    Proof.each(
        program,
        proof -> {
          Interval word = Interval.bits(Long.SIZE);
          Heap.Elements words = proof.limbs(word, word, word, word, word, word);
          Heap.Elements number = Proof.zeros(5);
          proof.machine.run(LIMBS, "unpack", proof.copy(limbs), words, 1, number);
          Form exact = Form.NONE;
          for (int i = 0; i < 4; i++) {
            exact = exact.plus(words.values(i + 1, i + 2)[0].form().shifted(64 * i));
            Proof.requireWithin(
                proof.machine.result(number.of()[i]).range(), Interval.bits(radix), "limb " + i);
          }
          Proof.requireWithin(
              proof.machine.result(number.of()[4]).range(),
              Interval.bits(256 - 4 * radix),
              "limb 4");
          Form value = Proof.value(number, radix);
          Proof.require(value.equals(exact), "the number", value);
        });
  }

  /** Refuses no multiple of p, whatever its limbs. It takes nothing else for one: see normalize. */
  static void proveMultiples(Program program) {
    int most = MULTIPLES.is().intValue();
    for (int times = -most; times <= most; times++) {
      BigInteger multiple = P256Field.P.multiply(BigInteger.valueOf(times));
      Proof.each(
          program,
          proof -> {
            Heap.Elements number = spread(proof, multiple);
            Object is =
                proof.machine.run(
                    Proof.HERE + "P256Field", "isMultipleOfP", proof.copy(new P256Field()), number);
            Proof.require(Integer.valueOf(1).equals(is), "a multiple of p", multiple);
          });
    }
  }

  /** A number in any limbs of up to 2^62: in each, any multiple of 2^53 moves to the next one. */
  private static Heap.Elements spread(Proof proof, BigInteger number) {
    Object[] limbs = new Object[5];
    long[] digits = LimbSource.spread(number, 53);
    Form below = Form.NONE;
    for (int i = 0; i < 5; i++) {
      Form limb = Form.constant(BigInteger.valueOf(digits[i])).minus(below);
      if (i < 4) {
        below = proof.atoms.input(Interval.of(-(1L << 9), 1L << 9));
        limb = limb.plus(below.shifted(53));
      }
      limbs[i] = new Value(limb, proof.atoms.range(limb).scaled(0), 0);
    }
    return new Heap.Elements(limbs);
  }
}
