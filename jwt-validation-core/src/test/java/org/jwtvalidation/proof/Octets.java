package org.jwtvalidation.proof;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of octets that are read and written as words, most significant octet first. An octet is
 * concrete, or a value without a sign, or a part of a word that was written.
 */
final class Octets {

  private static final Interval SIGN = Interval.of(-1, 0);

  /** An octet of a word, which has no sign. */
  private record Part(Value word, int index) {}

  private final Heap heap;
  private final Numbers numbers;
  private final Longs longs;

  Octets(Heap heap, Numbers numbers, Longs longs) {
    this.heap = heap;
    this.numbers = numbers;
    this.longs = longs;
  }

  Value word(Heap.Elements octets, int at) {
    Value word = Value.of(0);
    for (int i = 0; i < Long.BYTES; i++) {
      word = numbers.plus(longs.shiftLeft(word, Byte.SIZE), octet(octets.of()[at + i]));
    }
    return word;
  }

  private static Value octet(@Nullable Object octet) {
    if (Heap.sound(octet) instanceof Integer number) {
      return Value.of(number & 0xff);
    }
    if (octet instanceof Value value && Interval.bits(Byte.SIZE).contains(value.range())) {
      return value;
    }
    throw new Refusal("not an octet: " + octet);
  }

  @Nullable Object setWord(Heap.Elements octets, int at, Value word) {
    Value written = longs.residue(word, Long.SIZE);
    for (int i = 0; i < Long.BYTES; i++) {
      heap.store(octets, at + i, new Part(written, i));
    }
    return null;
  }

  /** The number of words after octets that are all the sign. */
  Value number(Heap.Elements octets) {
    Value number = Value.of(0);
    int end = octets.of().length;
    int bits = 0;
    for (; octets.of()[end - 1] instanceof Part last; end -= Long.BYTES, bits += Long.SIZE) {
      for (int i = 0; i < Long.BYTES; i++) {
        if (!(octets.of()[end - Long.BYTES + i] instanceof Part part)
            || !part.word.equals(last.word)
            || part.index != i) {
          throw new Refusal("octets of different words");
        }
      }
      number = numbers.plus(number, shifted(last.word, bits));
    }
    Object sign = octets.of()[0];
    for (int i = 0; i < end; i++) {
      if (octets.of()[i] != sign) {
        throw new Refusal("octets that differ from the sign");
      }
    }
    Value above = sign instanceof Integer octet ? Value.of(octet) : (Value) sign;
    if (!SIGN.contains(numbers.range(above))) {
      throw new Refusal("not a sign: " + above);
    }
    return numbers.plus(number, shifted(above, bits));
  }

  private static Value shifted(Value value, int bits) {
    BigInteger power = BigInteger.ONE.shiftLeft(bits);
    return new Value(
        value.form().shifted(bits), value.range().times(new Interval(power, power)), bits);
  }
}
