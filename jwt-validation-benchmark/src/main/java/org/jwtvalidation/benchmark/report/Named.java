package org.jwtvalidation.benchmark.report;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A benchmark with its parameters and settings (its <em>facts</em>), and a short name for it. */
sealed interface Named permits Row, Profile {

  String type();

  String method();

  Map<String, String> facts();

  /** These facts in a few words; numbers and booleans are preceded by the name of the fact. */
  default String facts(Set<String> names) {
    return facts().entrySet().stream()
        .filter(fact -> names.contains(fact.getKey()))
        .map(fact ->
            fact.getValue().matches("[\\d.]+|true|false|none")
                ? fact.getKey() + " " + fact.getValue()
                : fact.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The name and these facts, cut off at the front if they are too long for a table. */
  default String label(Set<String> names, int length) {
    String facts = facts(names);
    String label = type() + "." + method() + (facts.isEmpty() ? "" : " [" + facts + "]");
    return label.length() > length ? "…" + label.substring(label.length() - length + 1) : label;
  }
}
