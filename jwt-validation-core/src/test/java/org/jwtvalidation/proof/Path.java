// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** One way through a program: how its open comparisons end, and what follows from that. */
public final class Path {

  private static final int MOST = 60;

  private final List<Boolean> choices;
  private final List<Form> notNegative = new ArrayList<>();
  private int at;

  private Path(List<Boolean> choices) {
    this.choices = new ArrayList<>(choices);
  }

  /** Proves something on each path, and counts them. */
  public static int each(Consumer<Path> proof) {
    Deque<List<Boolean>> open = new ArrayDeque<>();
    open.push(List.of());
    int count = 0;
    while (!open.isEmpty()) {
      List<Boolean> given = open.pop();
      Path path = new Path(given);
      proof.accept(path);
      for (int i = given.size(); i < path.choices.size(); i++) {
        List<Boolean> other = new ArrayList<>(path.choices.subList(0, i));
        other.add(!path.choices.get(i));
        open.push(other);
      }
      if (++count > MOST) {
        throw new Refusal("more than " + MOST + " paths");
      }
    }
    return count;
  }

  /** Whether something that may be or not is so on this path. */
  public boolean choose() {
    if (at == choices.size()) {
      choices.add(true);
    }
    return choices.get(at++);
  }

  /** Remembers that a form is not negative on this path. */
  void learn(Form form) {
    notNegative.add(form);
  }

  /** What is known of the bounds of a form on this path. */
  Interval narrowed(Form form, Interval range, Atoms atoms) {
    Interval narrowed = range;
    for (Form fact : notNegative) {
      for (Form.Term term : fact.terms()) {
        BigInteger[] ratio = form.numerator(term.atom()).divideAndRemainder(term.numerator());
        if (term.atom() != 0 && ratio[0].signum() != 0 && ratio[1].signum() == 0) {
          Form multiple = fact.times(ratio[0]).shifted(fact.scale() - form.scale());
          Interval rest = atoms.range(form.minus(multiple));
          narrowed =
              ratio[0].signum() > 0
                  ? new Interval(narrowed.least().max(rest.least()), narrowed.most())
                  : new Interval(narrowed.least(), narrowed.most().min(rest.most()));
        }
      }
    }
    return narrowed;
  }
}
