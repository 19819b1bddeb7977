// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * What came of a soak.
 *
 * @param moments what was measured, in order
 * @param answers how often each answer was given
 * @param rotations how often keys were published or withdrawn
 * @param wrong answers that the reference does not give, and whatever was thrown; the first ones
 * @param errors what the library logged as an error; the first ones
 */
record SoakReport(
    List<Moment> moments,
    Map<String, Long> answers,
    long rotations,
    List<String> wrong,
    List<String> errors) {

  static final long MAX_HEAP_GROWTH = 2 << 20;
  static final long MAX_THREAD_GROWTH = 2;

  private static final int WIDTH = 720;
  private static final int HEIGHT = 160;

  /**
   * What was measured at a moment.
   *
   * @param elapsed since the beginning, in milliseconds
   * @param rate validations a second since the moment before
   * @param heap octets in use after a full collection
   */
  record Moment(
      long elapsed,
      long rate,
      long accepted,
      long rejected,
      long undecided,
      long heap,
      long threads) {

    String line(Duration total) {
      return String.format(
          Locale.ROOT,
          "soak: %d s, %d s still: %,d validations/s; accepted %,d, rejected %,d, undecided %,d;"
              + " heap %.1f MiB, %d threads",
          elapsed / 1000,
          Math.max(0, total.toMillis() - elapsed) / 1000,
          rate,
          accepted,
          rejected,
          undecided,
          mebibytes(heap),
          threads);
    }
  }

  private static double mebibytes(long octets) {
    return octets / 1048576.0;
  }

  private Moment last() {
    return moments.get(moments.size() - 1);
  }

  private long[] series(ToLongFunction<Moment> value) {
    return moments.stream().mapToLong(value).toArray();
  }

  long heapGrowth() {
    return Flatness.growth(series(Moment::heap));
  }

  long threadGrowth() {
    return Flatness.growth(series(Moment::threads));
  }

  private long validations() {
    return answers.values().stream().mapToLong(Long::longValue).sum();
  }

  String summary() {
    return String.format(
        Locale.ROOT,
        "soak: %,d validations in %d s over %,d changes of keys, %d wrong, %d errors logged;"
            + " heap %+.2f MiB, %+d threads from the first to the last third%n%s%n",
        validations(),
        last().elapsed / 1000,
        rotations,
        wrong.size(),
        errors.size(),
        mebibytes(heapGrowth()),
        threadGrowth(),
        answers.entrySet().stream()
            .map(answer ->
                String.format(Locale.ROOT, "  %-24s %,14d", answer.getKey(), answer.getValue()))
            .collect(joining("\n")));
  }

  /** Leaves the figures as a summary, a table and a picture. */
  void writeTo(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("summary.txt"), summary());
    Files.writeString(folder.resolve("soak.csv"), table());
    Files.writeString(folder.resolve("soak.svg"), picture());
  }

  private String table() {
    return moments.stream()
        .map(moment ->
            List.of(
                    moment.elapsed,
                    moment.rate,
                    moment.accepted,
                    moment.rejected,
                    moment.undecided,
                    moment.heap,
                    moment.threads)
                .stream()
                .map(String::valueOf)
                .collect(joining(",")))
        .collect(
            joining(
                "\n",
                "elapsedMillis,validationsPerSecond,accepted,rejected,undecided,heapOctets,threads\n",
                "\n"));
  }

  /** Three curves over time, each from zero to a little more than its greatest value. */
  private String picture() {
    return String.format(
        Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\"><rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n%s%s%s</svg>%n",
        WIDTH,
        3 * HEIGHT,
        curve(0, "heap after a full collection, MiB", series(Moment::heap), 1048576.0),
        curve(1, "validations a second, thousands", series(Moment::rate), 1000),
        curve(2, "threads", series(Moment::threads), 1));
  }

  private String curve(int row, String name, long[] values, double unit) {
    long most = Math.max(1, LongStream.of(values).max().orElse(0));
    int bottom = (row + 1) * HEIGHT - 20;
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      double x = 10 + (WIDTH - 20.0) * moments.get(i).elapsed / last().elapsed;
      double y = bottom - (HEIGHT - 50.0) * values[i] / most;
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    return String.format(
        Locale.ROOT,
        "<text x=\"10\" y=\"%d\">%s: at most %.1f</text>"
            + "<path d=\"M10 %d H%d\" stroke=\"#bbb\"/>"
            + "<polyline points=\"%s\" fill=\"none\" stroke=\"#2060c0\" stroke-width=\"1.5\"/>%n",
        row * HEIGHT + 18,
        name,
        most / unit,
        bottom,
        WIDTH - 10,
        points.toString().strip());
  }
}
