package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;
import java.util.Arrays;
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
  Heap.Instance used(Object real, List<String> names) {
    Heap.Instance copy = copy(real);
    List<Heap.Elements> kept = names.stream().map(copy::array).toList();
    for (Object value : copy.fields().values()) {
      if (value instanceof Heap.Elements array && !kept.contains(array)) {
        Arrays.setAll(array.of(), i -> numbers.input(Interval.LONG));
      }
    }
    return copy;
  }

  /**
   * Runs a method, which must leave all arrays among its arguments as they are but {@code result}.
   */
  void run(String owner, String method, Heap.Elements result, @Nullable Object... arguments) {
    List<@Nullable Object[]> before =
        Stream.of(arguments).map(Proof::elements).map(Object[]::clone).toList();
    machine.run(owner, method, arguments);
    for (int i = 0; i < arguments.length; i++) {
      require(
          arguments[i] == result || Arrays.equals(before.get(i), elements(arguments[i])),
          "unchanged",
          "argument " + i + " of " + method);
    }
  }

  private static @Nullable Object[] elements(@Nullable Object argument) {
    return argument instanceof Heap.Elements array ? array.of() : new Object[0];
  }

  static void require(boolean condition, String claim, Object found) {
    if (!condition) {
      throw new Refusal("not " + claim + ": " + found);
    }
  }

  static void requireWithin(Interval found, Interval bounds, String what) {
    require(bounds.contains(found), what + " within " + bounds, found);
  }

  /** Limbs with bounds, the last of which is as small as the bounds of the whole number say. */
  Heap.Elements limbs(Interval limb, Interval value, int radix) {
    Interval[] all = {limb, limb, limb, limb, last(limb, value, radix)};
    return limbs(all);
  }

  Heap.Elements limbs(Interval... bounds) {
    Object[] limbs = new Object[bounds.length];
    for (int i = 0; i < limbs.length; i++) {
      limbs[i] = numbers.input(bounds[i]);
    }
    return new Heap.Elements(limbs);
  }

  private static Interval last(Interval limb, Interval value, int radix) {
    Interval rest = value;
    for (int i = 0; i < 4; i++) {
      BigInteger place = ONE.shiftLeft(i * radix);
      rest = rest.plus(limb.times(new Interval(place, place)).negated());
    }
    return rest.scaled(4 * radix);
  }

  /**
   * A number in limbs of which the last is what the others leave of it, so that a sum of such
   * numbers has the sum of the values.
   *
   * @param limbs the bounds of the others
   */
  Heap.Elements element(Value value, int radix, Interval... limbs) {
    Heap.Elements element = limbs(limbs);
    Object[] all = Arrays.copyOf(element.of(), 5);
    Form rest = value.form();
    Interval range = value.range();
    for (int i = 0; i < 4; i++) {
      BigInteger place = ONE.shiftLeft(i * radix);
      rest = rest.minus(((Value) all[i]).form().shifted(i * radix));
      range = range.plus(limbs[i].times(new Interval(place, place)).negated());
    }
    all[4] = new Value(rest.shifted(-4 * radix), range.scaled(4 * radix), 0);
    return new Heap.Elements(all);
  }

  /** The number in limbs. */
  static Form value(Heap.Elements limbs, int radix) {
    Form value = Form.NONE;
    Value[] all = limbs.values(0, limbs.of().length);
    for (int i = 0; i < all.length; i++) {
      value = value.plus(all[i].form().shifted(i * radix));
    }
    return value;
  }

  static Heap.Elements zeros(int length) {
    Object[] zeros = new Object[length];
    Arrays.fill(zeros, Value.of(0));
    return new Heap.Elements(zeros);
  }
}
