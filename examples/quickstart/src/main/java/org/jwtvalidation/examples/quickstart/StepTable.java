// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jwtvalidation.token.ValidationStep;

/**
 * A line for each token: its answer, the time of the whole and of each step that was taken. Where
 * the steps of a rejected token end, its reason stands.
 */
final class StepTable {

  private static final String NAME = "token";
  private static final String ACCEPTED = "accepted";
  private static final String REJECTED = "rejected";
  private static final String GAP = "  ";

  private final Screen screen;
  private final List<Exhibit> exhibits;
  private final Map<Exhibit, Timeline> timelines = new LinkedHashMap<>();
  private final SortedSet<ValidationStep> steps = new TreeSet<>();

  StepTable(List<Exhibit> exhibits, Screen screen) {
    this.screen = screen;
    this.exhibits = exhibits;
    for (Exhibit exhibit : exhibits) {
      Timeline timeline = exhibit.typical();
      timelines.put(exhibit, timeline);
      steps.addAll(timeline.steps());
    }
  }

  /** The lines of the table, each at most 120 characters on any machine that is not very slow. */
  List<String> lines() {
    int nameWidth =
        Math.max(
            NAME.length(),
            exhibits.stream().mapToInt(exhibit -> exhibit.name().length()).max().orElse(0));
    int answerWidth = ACCEPTED.length();
    int wholeWidth = width("whole", timelines.values().stream().map(Timeline::whole).toList());

    List<String> lines = new ArrayList<>();
    StringBuilder heading = new StringBuilder();
    heading.append(' ').append(left(NAME, nameWidth)).append(GAP);
    heading.append(left("answer", answerWidth)).append(GAP);
    heading.append(right("whole", wholeWidth)).append(' ').append(screen.vertical());
    int beforeSteps = heading.length() - 1;
    steps.forEach(step -> heading.append(' ').append(right(heading(step), width(step))));
    lines.add(screen.bold(heading.toString()));
    lines.add(
        screen.horizontal().repeat(beforeSteps)
            + screen.crossing()
            + screen.horizontal().repeat(heading.length() - beforeSteps - 1));
    for (Exhibit exhibit : exhibits) {
      lines.add(line(exhibit, nameWidth, answerWidth, wholeWidth));
    }
    return lines;
  }

  private String line(Exhibit exhibit, int nameWidth, int answerWidth, int wholeWidth) {
    Timeline timeline = timelines.get(exhibit);
    if (timeline == null) {
      throw new IllegalArgumentException("not in this table: " + exhibit.name());
    }
    StringBuilder line = new StringBuilder();
    line.append(' ').append(left(exhibit.name(), nameWidth)).append(GAP);
    line.append(answer(exhibit, left(exhibit.isAccepted() ? ACCEPTED : REJECTED, answerWidth)));
    line.append(GAP).append(screen.bold(right(micros(timeline.whole()), wholeWidth)));
    line.append(' ').append(screen.vertical());
    timeline
        .nanos()
        .forEach((step, nanos) -> line.append(' ').append(right(micros(nanos), width(step))));
    if (!exhibit.remark().isEmpty()) {
      line.append(GAP).append(answer(exhibit, exhibit.remark()));
    }
    return line.toString();
  }

  private String answer(Exhibit exhibit, String text) {
    return exhibit.isAccepted() ? screen.good(text) : screen.bad(text);
  }

  private int width(ValidationStep step) {
    List<Long> all =
        timelines.values().stream()
            .map(timeline -> timeline.nanos().getOrDefault(step, 0L))
            .toList();
    return width(heading(step), all);
  }

  private static int width(String heading, List<Long> nanos) {
    return Math.max(
        heading.length(), nanos.stream().mapToInt(one -> micros(one).length()).max().orElse(0));
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1000.0);
  }

  private static String left(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static String right(String text, int width) {
    return " ".repeat(width - text.length()) + text;
  }

  /** A word for each step, short enough for all of them to stand side by side. */
  static String heading(ValidationStep step) {
    return switch (step) {
      case TOKEN_FORMAT_CHECK -> "format";
      case CACHE_LOOKUP -> "cache";
      case TOKEN_PARSING -> "parse";
      case ISSUER_EXTRACTION -> "issuer";
      case ISSUER_CONFIG_RESOLUTION -> "config";
      case HEADER_VALIDATION -> "header";
      case CLAIMS_VALIDATION -> "claims";
      case KEY_RESOLUTION -> "key";
      case SIGNATURE_VALIDATION -> "verify";
      case CUSTOM_CHECKS -> "checks";
      case TOKEN_BUILDING -> "build";
      case CACHE_STORE -> "store";
      case COMPLETE_VALIDATION -> "whole";
    };
  }
}
