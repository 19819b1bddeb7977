package org.jwtvalidation.proof;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods of the JDK that arithmetic calls. */
final class Library {

  private final Heap heap;
  private final Numbers numbers;
  private final Longs longs;
  private final Doubles doubles;

  Library(Heap heap, Numbers numbers, Longs longs, Doubles doubles) {
    this.heap = heap;
    this.numbers = numbers;
    this.longs = longs;
    this.doubles = doubles;
  }

  Map<String, Contract> contracts() {
    Map<String, Contract> all = new HashMap<>();
    all.put("java/lang/Math.multiplyHigh", of -> longs.multiplyHigh(value(of[0]), value(of[1])));
    all.put("java/lang/Math.fma", of -> doubles.fma(value(of[0]), value(of[1]), value(of[2])));
    all.put("java/lang/Math.max", of -> Math.max(integer(of[0]), integer(of[1])));
    all.put("java/lang/Math.min", of -> Math.min(integer(of[0]), integer(of[1])));
    all.put(
        "java/lang/Long.numberOfLeadingZeros",
        of -> Long.numberOfLeadingZeros(longs.fitting(value(of[0])).constant()));
    all.put("java/lang/System.arraycopy", this::copyRange);
    all.put("[.clone", of -> new Heap.Elements(array(of[0]).of().clone()));
    all.put("java/util/Arrays.fill", this::fill);
    Octets octets = new Octets(heap, numbers, longs);
    all.put("java/lang/invoke/VarHandle.get", of -> octets.word(array(of[1]), integer(of[2])));
    all.put(
        "java/lang/invoke/VarHandle.set",
        of -> octets.setWord(array(of[1]), integer(of[2]), value(of[3])));
    all.put(
        "java/math/BigInteger.<init>",
        of -> {
          ((Heap.Instance) of[0]).fields().put("value", octets.number(array(of[1])));
          return null;
        });
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

  private @Nullable Object copyRange(@Nullable Object[] of) {
    int from = integer(of[1]);
    int to = integer(of[3]);
    int length = integer(of[4]);
    Object[] moved = Arrays.copyOfRange(array(of[0]).of(), from, from + length);
    if (from + length > array(of[0]).of().length) {
      throw new Refusal("copies what is not there");
    }
    for (int i = 0; i < length; i++) {
      heap.store(array(of[2]), to + i, Heap.sound(moved[i]));
    }
    return null;
  }

  /** A whole array, or a part of it. */
  private @Nullable Object fill(@Nullable Object[] of) {
    boolean part = of.length == 4;
    int to = part ? integer(of[2]) : array(of[0]).of().length;
    for (int i = part ? integer(of[1]) : 0; i < to; i++) {
      heap.store(array(of[0]), i, of[of.length - 1]);
    }
    return null;
  }
}
