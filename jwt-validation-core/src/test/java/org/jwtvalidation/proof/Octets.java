// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;

import java.lang.invoke.VarHandle;
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

  /** Refuses all views of arrays but that of words, most significant octet first. */
  private static void requireWords(@Nullable Object view) {
    byte[] one = {0, 0, 0, 0, 0, 0, 0, 1};
    if (!(view instanceof VarHandle words) || (long) words.get(one, 0) != 1) {
      throw new Refusal("not a view of words: " + view);
    }
  }

  Value word(@Nullable Object view, Heap.Elements octets, int at) {
    requireWords(view);
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

  void setWord(@Nullable Object view, Heap.Elements octets, int at, Value word) {
    requireWords(view);
    Value written = longs.residue(word, Long.SIZE);
    for (int i = 0; i < Long.BYTES; i++) {
      heap.store(octets, at + i, new Part(written, i));
    }
  }

  /** The number of words after octets that are all the sign. */
  Value number(Heap.Elements octets) {
    Value number = Value.of(0);
    int end = octets.of().length;
    int bits = 0;
    for (; octets.of()[end - 1] instanceof Part last; end -= Long.BYTES, bits += Long.SIZE) {
      for (int i = 0; i < Long.BYTES; i++) {
        if (!new Part(last.word, i).equals(octets.of()[end - Long.BYTES + i])) {
          throw new Refusal("octets of different words");
        }
      }
      number = plus(number, last.word, bits);
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
    return plus(number, above, bits);
  }

  private Value plus(Value number, @Nullable Value word, int bits) {
    return numbers.plus(number, numbers.times(word, Value.of(ONE.shiftLeft(bits))));
  }
}
