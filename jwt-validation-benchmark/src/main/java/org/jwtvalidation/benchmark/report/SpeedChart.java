// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jwtvalidation.benchmark.report.Row.Role;
import org.jwtvalidation.benchmark.report.SpeedFigure.Bar;

/**
 * Draws figures of speed as an SVG image for the README. The image is self-contained and follows
 * the reader's colour scheme. All bars start at zero and share one linear scale.
 */
final class SpeedChart {

  private static final double NANOS_PER_MICRO = 1e3;

  /** What is written around the figures. */
  record Captions(String title, String below, List<String> notes) {}

  /** Of the figures of the README's first picture. */
  static final Captions USUAL =
      new Captions(
          "Time to validate one token",
          "Microseconds, one thread. Shorter is better.",
          List.of(
              "Bars: median of JVMs. Whiskers: quartiles. All rows are from one run. The uncached",
              "rows validate the same tokens with the same checks, the cached rows new strings."));

  private static final int WIDTH = 760;
  private static final int MARGIN = 16;
  private static final int ZERO = 224;
  private static final int LONGEST = 400;
  private static final int TOP = 72;
  private static final int FIRST_BAR = 22;
  private static final int BETWEEN = 18;
  private static final int BAR = 16;
  private static final int GAP = 6;
  private static final int NOTE = 17;

  private static final String IMAGE =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
      role="img" aria-labelledby="title desc">
      <title id="title">%5$s</title>
      <desc id="desc">%3$s</desc>
      <style>
        text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; }
        .title { font-size: 17px; font-weight: 600; }
        .name { font-weight: 600; }
        .note { font-size: 12px; }
        .page { fill: #ffffff; }
        .ink { fill: #1f2328; }
        .muted { fill: #59636e; }
        .ours { fill: #0072b2; }
        .other { fill: #71869a; }
        .grid { stroke: #d8dee4; }
        .line { stroke: #1f2328; fill: none; }
        @media (prefers-color-scheme: dark) {
          .page { fill: #14181d; }
          .ink { fill: #e3e8ee; }
          .muted { fill: #98a4b1; }
          .ours { fill: #4aa8e8; }
          .other { fill: #7c8fa3; }
          .grid { stroke: #323a44; }
          .line { stroke: #e3e8ee; }
        }
      </style>
      <rect class="page" width="%1$d" height="%2$d" rx="6"/>
      %4$s</svg>
      """;

  private final StringBuilder shapes = new StringBuilder();
  private final Captions captions;
  private final double scale;

  private SpeedChart(Captions captions, double longest) {
    this.captions = captions;
    this.scale = LONGEST / longest;
  }

  /**
   * Draws the figures.
   *
   * @param figures at least one
   * @param origin when, of what and on what machine they were measured
   */
  static String of(Captions captions, List<SpeedFigure> figures, List<String> origin) {
    double longest =
        figures.stream()
            .flatMap(figure -> figure.bars().stream())
            .map(Bar::row)
            .filter(Objects::nonNull)
            .mapToDouble(Row::high)
            .max()
            .orElseThrow();
    return new SpeedChart(captions, longest).image(figures, origin);
  }

  private String image(List<SpeedFigure> figures, List<String> origin) {
    int bottom = TOP + figures.stream().mapToInt(SpeedChart::height).sum();
    text("title ink", MARGIN, 30, captions.title());
    text("muted", MARGIN, 52, captions.below());
    axis(bottom, LONGEST / scale);
    int y = TOP;
    for (SpeedFigure figure : figures) {
      text("name ink", MARGIN, y + 14, figure.name());
      int place = y + FIRST_BAR;
      for (Bar bar : figure.bars()) {
        bar(place, bar);
        place += BAR + GAP;
      }
      y += height(figure);
    }
    int line = bottom + 27;
    List<String> notes = new ArrayList<>(captions.notes());
    notes.add(origin.stream().limit(3).collect(Collectors.joining(" · ")));
    notes.add(origin.stream().skip(3).collect(Collectors.joining(" · ")));
    for (String each : notes) {
      line += NOTE;
      text("note muted", MARGIN, line, each);
    }
    return IMAGE.formatted(
        WIDTH, line + 15, escaped(description(figures, origin)), shapes, escaped(captions.title()));
  }

  private static int height(SpeedFigure figure) {
    return FIRST_BAR + figure.bars().size() * (BAR + GAP) + BETWEEN;
  }

  private static String description(List<SpeedFigure> figures, List<String> origin) {
    return "Microseconds for one validation in one thread; less is better. "
        + figures.stream()
            .map(figure ->
                figure.name()
                    + ": "
                    + figure.bars().stream()
                        .map(SpeedChart::described)
                        .collect(Collectors.joining(", "))
                    + ". ")
            .collect(Collectors.joining())
        + "Drawn from the jmh-result.json of this run: "
        + String.join(", ", origin)
        + ".";
  }

  private static String described(Bar bar) {
    Row row = bar.row();
    return row == null ? bar.name() : bar.name() + " " + amount(row);
  }

  private void axis(int bottom, double longest) {
    double power = Math.pow(10, Math.floor(Math.log10(longest)));
    double step = longest >= 4 * power ? power : longest >= 2 * power ? power / 2 : power / 5;
    for (int tick = 0; tick * step <= longest; tick++) {
      double x = ZERO + tick * step * scale;
      shape("<path class=\"%s\" d=\"M%.2f %dV%d\"/>", tick == 0 ? "line" : "grid", x, TOP, bottom);
      String label = NumberFormat.getInstance(Locale.ROOT).format(tick * step / NANOS_PER_MICRO);
      shape(
          "<text class=\"note muted\" x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
          x, bottom + 16, label);
    }
  }

  private void bar(int y, Bar bar) {
    Row row = bar.row();
    if (row == null) {
      text("muted", MARGIN, y + 13, bar.name());
      return;
    }
    double end = ZERO + row.score() * scale;
    double low = ZERO + row.low() * scale;
    double high = ZERO + row.high() * scale;
    text("ink", MARGIN, y + 13, bar.name());
    shape(
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.2f\" height=\"%d\"/>",
        row.role() == Role.OURS ? "ours" : "other", ZERO, y, end - ZERO, BAR);
    if (high - low >= 1) {
      shape(
          "<path class=\"line\" d=\"M%1$.2f %3$dH%2$.2fM%1$.2f %4$dv6M%2$.2f %4$dv6\"/>",
          low, high, y + BAR / 2, y + BAR / 2 - 3);
    }
    text("ink", high + 8, y + 13, amount(row));
  }

  /** The median and the quartiles with the same number of decimals. */
  private static String amount(Row row) {
    double median = row.score() / NANOS_PER_MICRO;
    int decimals = median >= 100 ? 0 : median >= 10 ? 1 : median >= 1 ? 2 : 3;
    String number = "%." + decimals + "f";
    return String.format(Locale.ROOT, number, median)
        + (row.hasSpread()
            ? String.format(
                Locale.ROOT,
                " (" + number + "–" + number + ")",
                row.low() / NANOS_PER_MICRO,
                row.high() / NANOS_PER_MICRO)
            : "")
        + " µs";
  }

  private void text(String kind, double x, int y, String text) {
    shape("<text class=\"%s\" x=\"%.2f\" y=\"%d\">%s</text>", kind, x, y, escaped(text));
  }

  private void shape(String format, Object... values) {
    shapes.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
