// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the JDK that arithmetic calls. Arrays of octets are only read and written as
 * words, so that their elements are any numbers that are congruent to the octets modulo 2^8.
 */
final class Library {

  private final Heap heap;
  private final Numbers numbers;

  Library(Heap heap, Numbers numbers) {
    this.heap = heap;
    this.numbers = numbers;
  }

  Map<String, Contract> contracts() {
    Map<String, Contract> all = new HashMap<>();
    all.put("java/lang/Math.multiplyHigh", of -> numbers.multiplyHigh(value(of[0]), value(of[1])));
    all.put(
        "java/lang/Math.fma",
        of ->
            numbers.rounded(numbers.plus(numbers.times(value(of[0]), value(of[1])), value(of[2]))));
    all.put("java/lang/Math.abs", of -> absolute(numbers.fitting(value(of[0]))));
    all.put("java/lang/Math.max", of -> Math.max(integer(of[0]), integer(of[1])));
    all.put("java/lang/Math.min", of -> Math.min(integer(of[0]), integer(of[1])));
    all.put(
        "java/lang/Long.numberOfLeadingZeros",
        of -> Long.numberOfLeadingZeros(value(of[0]).constant()));
    all.put("[J.clone", of -> new Heap.Elements(array(of[0]).of().clone()));
    all.put("java/lang/System.arraycopy", this::copyRange);
    all.put("java/util/Arrays.fill", this::fill);
    all.put("java/lang/invoke/VarHandle.get", this::word);
    all.put("java/lang/invoke/VarHandle.set", this::setWord);
    all.put(
        "java/math/BigInteger.<init>",
        of -> ((Heap.Instance) of[0]).fields().put("value", number(array(of[1]))));
    return all;
  }

  private static Value value(@Nullable Object object) {
    return Frame.value(Heap.sound(object));
  }

  private static int integer(@Nullable Object object) {
    return (Integer) object;
  }

  private static Heap.Elements array(@Nullable Object object) {
    return (Heap.Elements) object;
  }

  private Value absolute(Value number) {
    return numbers.isNegative(number) ? numbers.negated(number) : number;
  }

  /** Copies elements of one array to a place in another. */
  private @Nullable Object copyRange(@Nullable Object[] of) {
    int from = integer(of[1]);
    // Beyond the end there is nothing, which is not sound.
    @Nullable Object[] copied = Arrays.copyOfRange(array(of[0]).of(), from, from + integer(of[4]));
    for (int i = 0; i < copied.length; i++) {
      heap.store(array(of[2]), integer(of[3]) + i, Heap.sound(copied[i]));
    }
    return null;
  }

  /** Fills a part of an array. */
  private @Nullable Object fill(@Nullable Object[] of) {
    Objects.checkFromToIndex(integer(of[1]), integer(of[2]), array(of[0]).of().length);
    for (int i = integer(of[1]); i < integer(of[2]); i++) {
      heap.store(array(of[0]), i, of[3]);
    }
    return null;
  }

  private Value word(@Nullable Object[] of) {
    requireWords(of[0]);
    Value word = Value.ZERO;
    for (int i = 0; i < Long.BYTES; i++) {
      word = withOctet(word, array(of[1]).of()[integer(of[2]) + i]);
    }
    return word;
  }

  private @Nullable Object setWord(@Nullable Object[] of) {
    requireWords(of[0]);
    Value word = numbers.residue(value(of[3]), Long.SIZE);
    for (int i = 0; i < Long.BYTES; i++) {
      Value octet = numbers.unsignedShiftRight(word, Byte.SIZE * (Long.BYTES - 1 - i));
      heap.store(array(of[1]), integer(of[2]) + i, octet);
    }
    return null;
  }

  /** Refuses all views of arrays but that of words, most significant octet first. */
  private static void requireWords(@Nullable Object view) {
    byte[] one = {0, 0, 0, 0, 0, 0, 0, 1};
    if (!(view instanceof VarHandle words) || (long) words.get(one, 0) != 1) {
      throw new Refusal("not a view of words: " + view);
    }
  }

  /** The number of octets of which the first has the sign. */
  private Value number(Heap.Elements octets) {
    Value number = numbers.signExtended(value(octets.of()[0]), Byte.SIZE);
    for (int i = 1; i < octets.of().length; i++) {
      number = withOctet(number, octets.of()[i]);
    }
    return number;
  }

  private Value withOctet(Value above, @Nullable Object octet) {
    Value unsigned = numbers.residue(value(octet), Byte.SIZE);
    return numbers.plus(numbers.shiftLeft(above, Byte.SIZE), unsigned);
  }
}
