// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a scrape says, in the text format of Prometheus, read strictly: every line has to be one of
 * the format, a sample belongs to the type before it, no sample occurs twice, and histograms are
 * cumulative and complete.
 */
final class Exposition {

  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") .*");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\"\\\\n])*)\",?");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "(" + NAME + ")(?:\\{((?:" + LABEL.pattern() + ")*)})? (NaN|[+-]?Inf|[-+0-9.eE]+)");

  /** By name, then by labels in alphabetical order. */
  private final Map<String, Map<Map<String, String>, Double>> samples = new LinkedHashMap<>();

  private final Map<String, String> types = new HashMap<>();

  Exposition(String text) {
    assertThat(text).endsWith("\n");
    String family = "";
    for (String line : text.split("\n", -1)) {
      Matcher type = TYPE.matcher(line);
      if (type.matches()) {
        family = type.group(1);
        assertThat(types.put(family, type.group(2))).as("another %s", line).isNull();
      } else if (!line.isEmpty() && !HELP.matcher(line).matches()) {
        add(family, line);
      }
    }
    types.forEach((name, type) -> {
      if (type.equals("histogram")) {
        checkHistogram(name);
      }
    });
  }

  private void add(String family, String line) {
    Matcher sample = SAMPLE.matcher(line);
    assertThat(sample.matches()).as("a sample: %s", line).isTrue();
    assertThat(sample.group(1)).as("a sample of the family before it").startsWith(family);
    Map<String, String> labels = new TreeMap<>();
    if (sample.group(2) != null) {
      for (MatchResult label : LABEL.matcher(sample.group(2)).results().toList()) {
        assertThat(labels.put(label.group(1), label.group(2))).isNull();
      }
    }
    String value = sample.group(sample.groupCount()).replace("Inf", "Infinity");
    assertThat(
            samples
                .computeIfAbsent(sample.group(1), name -> new LinkedHashMap<>())
                .put(labels, Double.valueOf(value)))
        .as("another %s", line)
        .isNull();
  }

  private void checkHistogram(String name) {
    Map<Map<String, String>, List<Double>> buckets = new LinkedHashMap<>();
    Map<Map<String, String>, Double> bounds = new HashMap<>();
    samples
        .getOrDefault(name + "_bucket", Map.of())
        .forEach((labels, count) -> {
          Map<String, String> without = new TreeMap<>(labels);
          double bound = Double.parseDouble(without.remove("le").replace("Inf", "Infinity"));
          assertThat(bound).isGreaterThan(bounds.getOrDefault(without, 0.0));
          bounds.put(without, bound);
          buckets.computeIfAbsent(without, key -> new ArrayList<>()).add(count);
        });
    buckets.forEach((labels, counts) -> {
      assertThat(counts).isSorted();
      assertThat(bounds.get(labels)).isInfinite();
      assertThat(value(name + "_count", labels)).isEqualTo(counts.get(counts.size() - 1));
      assertThat(value(name + "_sum", labels)).isNotNegative();
    });
  }

  private double value(String name, Map<String, String> labels) {
    assertThat(samples.get(name)).as(name).containsKey(labels);
    return samples.get(name).get(labels);
  }

  /** The one sample of this name and these labels: names and values in turn. */
  double value(String name, String... labels) {
    Map<String, String> wanted = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      wanted.put(labels[i], labels[i + 1]);
    }
    return value(name, wanted);
  }

  /** The sum of all samples of this name. */
  double sum(String name) {
    return samples.getOrDefault(name, Map.of()).values().stream().mapToDouble(v -> v).sum();
  }

  /** All names of samples. */
  List<String> names() {
    return List.copyOf(samples.keySet());
  }
}
