// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.suite.Level;

/**
 * The results of the JVMs that measured a row, in the order of their rounds: the mean and the best
 * of the iterations of each, from the first on at which it was level. Iterations of one JVM are not
 * independent, JVMs are.
 *
 * @param bests empty if there are too few iterations to show what an undisturbed one takes
 * @param unlevel the number of JVMs that were never level; their later iterations count
 */
record Rounds(List<Double> means, List<Double> bests, int unlevel) {

  /** The middle half of the rounds. */
  record Quartiles(double low, double median, double high) {

    static Quartiles of(DoubleStream values) {
      double[] sorted = values.sorted().toArray();
      return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    private static double at(double[] sorted, double share) {
      double place = share * (sorted.length - 1);
      int below = (int) place;
      int above = Math.min(below + 1, sorted.length - 1);
      return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
  }

  /** Reads JMH's {@code rawData}: the times of the iterations of each JVM. */
  static Rounds ofTimes(JsonNode jvms, double factor) {
    List<Double> means = new ArrayList<>();
    List<Double> bests = new ArrayList<>();
    int unlevel = 0;
    for (List<Double> iterations : iterations(jvms, factor)) {
      means.add(Level.meanOf(iterations));
      if (Level.isShownBy(iterations)) {
        bests.add(Collections.min(iterations));
        unlevel += Level.firstOf(iterations) < 0 ? 1 : 0;
      }
    }
    return new Rounds(means, bests, unlevel);
  }

  /** Reads JMH's {@code rawData}: what each JVM has measured. */
  static Rounds of(JsonNode jvms, double factor) {
    return new Rounds(iterations(jvms, factor).stream().map(Rounds::mean).toList(), List.of(), 0);
  }

  private static List<List<Double>> iterations(JsonNode jvms, double factor) {
    return StreamSupport.stream(jvms.spliterator(), false)
        .map(jvm ->
            StreamSupport.stream(jvm.spliterator(), false)
                .map(each -> each.asDouble() * factor)
                .toList())
        .filter(iterations -> !iterations.isEmpty())
        .toList();
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** The median of the best iterations of the JVMs; NaN if there are none. */
  @JsonProperty
  double best() {
    return bests.isEmpty() ? Double.NaN : quartiles(bests).median();
  }

  /**
   * The best iteration of all JVMs; NaN if there is none. In a run of minutes, a JVM may have no
   * undisturbed iteration at all.
   */
  double least() {
    return bests.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
  }

  /** The median and the quartiles; null if there is no round. */
  @Nullable Quartiles quartiles() {
    return means.isEmpty() ? null : quartiles(means);
  }

  private static Quartiles quartiles(List<Double> values) {
    return Quartiles.of(values.stream().mapToDouble(Double::doubleValue));
  }

  /**
   * The quartiles of the ratios to another row, each formed within one round; null without any, or
   * if one of the two lacks a round, because nobody knows which.
   */
  @Nullable Quartiles over(Rounds base) {
    return over(means, base.means);
  }

  /** The same of the best iterations. */
  @Nullable Quartiles bestOver(Rounds base) {
    return over(bests, base.bests);
  }

  private static @Nullable Quartiles over(List<Double> these, List<Double> those) {
    int rounds = these.size();
    return rounds == 0 || rounds != those.size()
        ? null
        : Quartiles.of(IntStream.range(0, rounds).mapToDouble(i -> these.get(i) / those.get(i)));
  }
}
