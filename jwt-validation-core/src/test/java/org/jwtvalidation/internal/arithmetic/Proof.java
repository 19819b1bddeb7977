// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.proof.Atoms;
import org.jwtvalidation.proof.Form;
import org.jwtvalidation.proof.Heap;
import org.jwtvalidation.proof.Interval;
import org.jwtvalidation.proof.Machine;
import org.jwtvalidation.proof.Numbers;
import org.jwtvalidation.proof.Path;
import org.jwtvalidation.proof.Program;
import org.jwtvalidation.proof.Refusal;
import org.jwtvalidation.proof.Value;

/** One run of the library's bytecode with values in place of numbers, and what must be so. */
final class Proof {

  static final String HERE = "org/jwtvalidation/internal/arithmetic/";

  final Heap heap = new Heap("org.jwtvalidation.internal.arithmetic.");
  final Atoms atoms = new Atoms();
  final Numbers numbers;
  final Machine machine;
  final Path path;

  private static final int STEPS = 10_000;

  private Proof(Program program, Path path, int steps) {
    this.path = path;
    this.numbers = new Numbers(atoms, path);
    this.machine = new Machine(program, heap, numbers, steps);
  }

  /** Proves something of a program on all its paths, and counts them. */
  static int each(Program program, Consumer<Proof> claim) {
    return each(program, STEPS, claim);
  }

  /** The same for a program that takes more steps. */
  static int each(Program program, int steps, Consumer<Proof> claim) {
    return Path.each(path -> claim.accept(new Proof(program, path, steps)));
  }

  Heap.Instance copy(Object real) {
    return heap.instance(real);
  }

  /** A copy whose arrays, but for these, have whatever another use left in them. */
  Heap.Instance used(Object real, String... kept) {
    Heap.Instance copy = copy(real);
    List<Heap.Elements> asTheyAre = Stream.of(kept).map(copy::array).toList();
    for (Object value : copy.fields().values()) {
      if (value instanceof Heap.Elements array && !asTheyAre.contains(array)) {
        fill(array, Interval.LONG);
      }
    }
    return copy;
  }

  void fill(Heap.Elements array, Interval range) {
    Arrays.setAll(array.of(), i -> numbers.input(range));
  }

  /**
   * Runs a method, which must leave all arrays among its arguments as they are but {@code result}.
   */
  @Nullable Object run(
      String owner, String method, Heap.@Nullable Elements result, @Nullable Object... arguments) {
    List<List<@Nullable Object>> before = Stream.of(arguments).map(Proof::elements).toList();
    Object answer = machine.run(owner, method, arguments);
    for (int i = 0; i < arguments.length; i++) {
      boolean unchanged = before.get(i).equals(elements(arguments[i]));
      require(arguments[i] == result || unchanged, "unchanged", "argument " + i + " of " + method);
    }
    return answer;
  }

  private static List<@Nullable Object> elements(@Nullable Object argument) {
    return argument instanceof Heap.Elements array
        ? Stream.of(array.of())
            .map(e -> e instanceof Heap.Elements row ? elements(row) : e)
            .toList()
        : List.of();
  }

  static void require(boolean condition, String claim, Object found) {
    if (!condition) {
      throw new Refusal("not " + claim + ": " + found);
    }
  }

  /** Requires a {@code boolean} of bytecode. */
  static void requireAnswer(@Nullable Object found, boolean expected, String what) {
    require(Integer.valueOf(expected ? 1 : 0).equals(found), what, found + "");
  }

  /** The number in some words. */
  static Form words(Heap.Elements words, int from, int to) {
    return value(new Heap.Elements(Arrays.copyOfRange(words.of(), from, to)), Long.SIZE);
  }

  static void requireEqual(Form found, Form expected, String what) {
    require(found.equals(expected), what, found.minus(expected));
  }

  static void requireWithin(Interval found, Interval bounds, String what) {
    require(bounds.contains(found), what + " within " + bounds, found);
  }

  /** Requires that limbs are what their forms say, and the first ones within bounds. */
  void requireLimbs(Heap.Elements number, Interval... bounds) {
    for (int i = 0; i < number.of().length; i++) {
      Interval limb = numbers.fitting(number.value(i)).range();
      requireWithin(limb, i < bounds.length ? bounds[i] : Interval.LONG, "limb " + i);
    }
  }

  /** So many times the same bounds. */
  static Interval[] same(int count, Interval bounds) {
    return Collections.nCopies(count, bounds).toArray(new Interval[0]);
  }

  Heap.Elements limbs(Interval... bounds) {
    return new Heap.Elements(Stream.of(bounds).map(numbers::input).toArray());
  }

  /** Limbs with bounds, the last of which is as small as the bounds of the whole number say. */
  Heap.Elements limbs(Interval limb, Interval value, int radix) {
    return limbs(limb, limb, limb, limb, last(value, radix, same(4, limb)));
  }

  /** What four limbs leave of a number to the last one. */
  private static Interval last(Interval value, int radix, Interval... limbs) {
    Interval rest = value;
    for (int i = 0; i < 4; i++) {
      rest = rest.plus(limbs[i].times(ONE.shiftLeft(i * radix)).negated());
    }
    return rest.scaled(4 * radix);
  }

  /**
   * A number in limbs of which the last is what the others leave of it, so that a sum of such
   * numbers has the sum of the values.
   *
   * @param limbs the bounds of the first four
   */
  Heap.Elements element(Value value, int radix, Interval... limbs) {
    Object[] all = Arrays.copyOf(limbs(Arrays.copyOf(limbs, 4)).of(), 5);
    Form rest = value.form();
    for (int i = 0; i < 4; i++) {
      rest = rest.minus(((Value) all[i]).form().shifted(i * radix));
    }
    all[4] = new Value(rest.shifted(-4 * radix), last(value.range(), radix, limbs), 0);
    return new Heap.Elements(all);
  }

  /** The number in limbs. */
  static Form value(Heap.Elements limbs, int radix) {
    Form value = Form.NONE;
    for (int i = 0; i < limbs.of().length; i++) {
      value = value.plus(limbs.form(i).shifted(i * radix));
    }
    return value;
  }

  static Heap.Elements zeros(int length) {
    return new Heap.Elements(Collections.nCopies(length, Value.of(0)).toArray());
  }

  /** An array with whatever is in it. */
  Heap.Elements unknown(int length) {
    return limbs(same(length, Interval.LONG));
  }
}
