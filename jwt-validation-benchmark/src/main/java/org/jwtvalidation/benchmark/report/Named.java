// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A benchmark with its parameters and settings (its <em>facts</em>), and names for it: labels, by
 * which rows of several runs are compared and which options take, and words for sentences.
 */
sealed interface Named permits Row, Profile {

  /** Values that say nothing without the name of the fact. */
  String PLAIN = "[\\d.]+|true|false|none";

  String type();

  String method();

  Map<String, String> facts();

  /** A name of the code in words: {@code RemoteKeys} is "Remote keys". */
  static String words(String name) {
    String words = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ");
    return words.substring(0, 1) + words.substring(1).toLowerCase(Locale.ROOT);
  }

  /** A constant in words: {@code TOKEN_PARSING} is "token parsing". */
  static String inWords(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The benchmark, its method and these facts, in the words of a reader. */
  default String inWords(Set<String> names) {
    return Names.type(this) + " (" + described(names) + ")";
  }

  /** The method and these facts, in the words of a reader. */
  default String described(Set<String> names) {
    Stream<String> facts =
        facts().entrySet().stream()
            .filter(fact -> names.contains(fact.getKey()))
            .map(fact -> Names.fact(fact.getKey(), fact.getValue()));
    return Stream.concat(Stream.of(words(method()).toLowerCase(Locale.ROOT)), facts)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** These facts in a few words; numbers and booleans are preceded by the name of the fact. */
  default String facts(Set<String> names) {
    return facts().entrySet().stream()
        .filter(fact -> names.contains(fact.getKey()))
        .map(fact -> inShort(fact.getKey(), fact.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String inShort(String name, String value) {
    if (value.isEmpty()) {
      return name + " none";
    }
    return value.matches(PLAIN) ? name + " " + value : value;
  }

  /** The name and these facts, whatever their length. */
  default String named(Set<String> names) {
    String facts = facts(names);
    return type() + "." + method() + (facts.isEmpty() ? "" : " [" + facts + "]");
  }

  /**
   * The name and these facts. What is too long for a table begins with the name of the method or
   * with the facts, which tell rows apart, and is cut off at the front if these are too long.
   */
  default String label(Set<String> names, int length) {
    String facts = facts(names);
    String ending = facts.isEmpty() ? "" : " [" + facts + "]";
    return Stream.of(named(names), method() + ending, ending.strip())
        .filter(label -> !label.isEmpty() && label.length() <= length)
        .findFirst()
        .orElseGet(() -> {
          String label = method() + ending;
          return "…" + label.substring(Math.max(0, label.length() - length + 1));
        });
  }
}
