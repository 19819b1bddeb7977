package org.jwtvalidation.benchmark.report;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A benchmark with the facts under which it ran, and what it is called for short. */
sealed interface Named permits Row, Profile {

  String type();

  String method();

  Map<String, String> facts();

  /** These facts in a few words: numbers and what is no word of its own with their name. */
  default String facts(Set<String> names) {
    return facts().entrySet().stream()
        .filter(fact -> names.contains(fact.getKey()))
        .map(fact ->
            fact.getValue().matches("[\\d.]+|true|false|none")
                ? fact.getKey() + " " + fact.getValue()
                : fact.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The name and these facts, cut at the front where they are too long for a table. */
  default String label(Set<String> names, int length) {
    String facts = facts(names);
    String label = type() + "." + method() + (facts.isEmpty() ? "" : " [" + facts + "]");
    return label.length() > length ? "…" + label.substring(label.length() - length + 1) : label;
  }
}
