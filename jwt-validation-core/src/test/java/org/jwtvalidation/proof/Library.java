// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The methods of the JDK that arithmetic calls. */
final class Library {

  private final Heap heap;

  Library(Heap heap) {
    this.heap = heap;
  }

  Map<String, Contract> contracts(Numbers numbers, Longs longs) {
    Octets octets = new Octets(heap, numbers, longs);
    Map<String, Contract> all = new HashMap<>();
    all.put("java/lang/Math.multiplyHigh", of -> longs.multiplyHigh(value(of[0]), value(of[1])));
    all.put(
        "java/lang/Math.fma",
        of ->
            Doubles.rounded(
                numbers.plus(numbers.times(value(of[0]), value(of[1])), value(of[2])),
                numbers.atoms));
    all.put(
        "java/lang/Math.abs",
        of -> {
          Value number = longs.fitting(value(of[0]));
          return numbers.isNegative(number) ? numbers.negated(number) : number;
        });
    all.put("java/lang/Math.max", of -> Math.max(integer(of[0]), integer(of[1])));
    all.put("java/lang/Math.min", of -> Math.min(integer(of[0]), integer(of[1])));
    all.put(
        "java/lang/Long.numberOfLeadingZeros",
        of -> Long.numberOfLeadingZeros(longs.fitting(value(of[0])).constant()));
    all.put("java/lang/System.arraycopy", this::copyRange);
    all.put("[.clone", of -> new Heap.Elements(array(of[0]).of().clone()));
    all.put("java/util/Arrays.fill", this::fill);
    all.put(
        "java/lang/invoke/VarHandle.get", of -> octets.word(of[0], array(of[1]), integer(of[2])));
    all.put(
        "java/lang/invoke/VarHandle.set",
        of -> {
          octets.setWord(of[0], array(of[1]), integer(of[2]), value(of[3]));
          return null;
        });
    all.put(
        "java/math/BigInteger.<init>",
        of -> ((Heap.Instance) of[0]).fields.put("value", octets.number(array(of[1]))));
    return all;
  }

  private static Value value(@Nullable Object object) {
    return (Value) object;
  }

  private static int integer(@Nullable Object object) {
    return (Integer) object;
  }

  private static Heap.Elements array(@Nullable Object object) {
    return (Heap.Elements) object;
  }

  /** Copies elements of one array to a place in another. */
  private @Nullable Object copyRange(@Nullable Object[] of) {
    @Nullable Object[] copied = array(of[0]).of().clone();
    int from = Objects.checkFromIndexSize(integer(of[1]), integer(of[4]), copied.length);
    int to = Objects.checkFromIndexSize(integer(of[3]), integer(of[4]), array(of[2]).of().length);
    for (int i = 0; i < integer(of[4]); i++) {
      heap.store(array(of[2]), to + i, Heap.sound(copied[from + i]));
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
}
