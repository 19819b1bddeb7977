package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.suite.Level;

/**
 * The results of the JVMs that measured a row, in the order of their rounds: the mean of the
 * iterations of each, from the first on at which it was level. Iterations of one JVM are not
 * independent, JVMs are.
 *
 * @param best the best iteration of all
 * @param unlevel the number of JVMs that were never level; their last iterations count
 */
record Rounds(List<Double> means, double best, int unlevel) {

  private static final Rounds NONE = new Rounds(List.of(), Double.NaN, 0);

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

  /** Reads JMH's {@code rawData}: the iterations of each JVM. */
  static Rounds of(JsonNode jvms, double factor, boolean leastIsBest) {
    List<Double> means = new ArrayList<>();
    List<Double> all = new ArrayList<>();
    int unlevel = 0;
    for (JsonNode jvm : jvms) {
      List<Double> iterations =
          StreamSupport.stream(jvm.spliterator(), false)
              .map(each -> each.asDouble() * factor)
              .toList();
      if (!iterations.isEmpty()) {
        // Too few iterations cannot show whether the JVM was level.
        unlevel += iterations.size() >= Level.PERIODS && Level.firstOf(iterations) < 0 ? 1 : 0;
        means.add(Level.meanOf(iterations));
        all.addAll(Level.partOf(iterations));
      }
    }
    double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0
        ? NONE
        : new Rounds(List.copyOf(means), sorted[leastIsBest ? 0 : sorted.length - 1], unlevel);
  }

  /** The median and the quartiles; null if there is no round. */
  @Nullable Quartiles quartiles() {
    return means.isEmpty() ? null : Quartiles.of(means.stream().mapToDouble(Double::doubleValue));
  }

  /** The quartiles of the ratios to another row, each formed within one round; null without any. */
  @Nullable Quartiles over(Rounds base) {
    int rounds = Math.min(means.size(), base.means.size());
    return rounds == 0
        ? null
        : Quartiles.of(
            IntStream.range(0, rounds).mapToDouble(i -> means.get(i) / base.means.get(i)));
  }
}
