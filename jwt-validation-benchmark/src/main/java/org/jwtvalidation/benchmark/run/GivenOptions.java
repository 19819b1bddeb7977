// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The options as they were given; an empty value counts as none. A wrong value causes an {@link
 * IllegalArgumentException} that names the option, the value and the remedy.
 */
public final class GivenOptions {

  /** Without JMH's own option to run beside others. */
  private static final Pattern NAME =
      Pattern.compile("(jmh(?!\\.ignoreLock)|load|workload|warmup|measurement|benchmark)\\..*");

  private final Map<String, String> values = new TreeMap<>();
  private final Set<String> asked = new TreeSet<>();

  /**
   * Takes the options among these.
   *
   * @param properties the values by option
   */
  public GivenOptions(Map<String, String> properties) {
    properties.forEach((name, value) -> {
      if (!value.isBlank()) {
        values.put(name, value.trim());
      }
    });
  }

  /**
   * Returns the options among the variables of the environment, as which the build passes on its
   * properties, and among the system properties.
   *
   * @return the options
   */
  public static GivenOptions ofSystem() {
    Map<String, String> all = new HashMap<>(System.getenv());
    System.getProperties()
        .stringPropertyNames()
        .forEach(name -> all.put(name, System.getProperty(name)));
    all.keySet().removeIf(name -> !NAME.matcher(name).matches());
    return new GivenOptions(all);
  }

  /** JVM arguments without these options: JMH has options of the same names with other values. */
  static List<String> without(List<String> jvmArguments) {
    return jvmArguments.stream()
        .filter(argument ->
            !argument.startsWith("-D") || !NAME.matcher(argument.substring(2)).matches())
        .toList();
  }

  /** {@return the values of all given options} */
  public Map<String, String> all() {
    return Map.copyOf(values);
  }

  /**
   * Refuses an option that nothing has asked for, where others of its kind were asked for, such as
   * {@code jmh.}; to be called when all have been.
   *
   * @throws IllegalArgumentException if there is one
   */
  public void refuseUnknown() {
    for (String option : values.keySet()) {
      String kind = option.substring(0, option.indexOf('.') + 1);
      List<String> known = asked.stream().filter(each -> each.startsWith(kind)).toList();
      if (!known.isEmpty() && !known.contains(option)) {
        throw new IllegalArgumentException(
            option + ": there is no such option; choose one of " + String.join(", ", known));
      }
    }
  }

  @Nullable String text(String option) {
    asked.add(option);
    return values.get(option);
  }

  /**
   * Returns the value of an option.
   *
   * @param option the option
   * @param otherwise the value if it is not given
   * @return the value
   */
  public String text(String option, String otherwise) {
    String value = text(option);
    return value == null ? otherwise : value;
  }

  /**
   * Returns the values between commas.
   *
   * @param option the option
   * @return the values; empty if the option is not given
   */
  public List<String> texts(String option) {
    String value = text(option);
    return value == null
        ? List.of()
        : Arrays.stream(value.split(",", -1)).map(String::trim).toList();
  }

  /**
   * Returns whether an option is set.
   *
   * @param option the option
   * @return whether its value is true
   */
  public boolean flag(String option) {
    String value = text(option);
    if (value == null || value.equals("false")) {
      return false;
    }
    if (value.equals("true")) {
      return true;
    }
    throw wrong(option, value, "omit the value, or choose true or false");
  }

  @Nullable Integer number(String option, int min, int max) {
    String value = text(option);
    return value == null ? null : number(option, value, min, max);
  }

  /**
   * Returns the numbers between commas.
   *
   * @param option the option
   * @param min the least valid number
   * @param max the greatest valid number
   * @return the numbers; empty if the option is not given
   */
  public List<Integer> numbers(String option, int min, int max) {
    return texts(option).stream().map(value -> number(option, value, min, max)).toList();
  }

  private static Integer number(String option, String value, int min, int max) {
    String remedy = "choose a whole number from " + min + " to " + max;
    int number = parsed(option, value, remedy, Integer::valueOf);
    if (number < min || number > max) {
      throw wrong(option, value, remedy);
    }
    return number;
  }

  /**
   * Returns a duration.
   *
   * @param option the option
   * @return the duration, or null if the option is not given
   */
  public @Nullable TimeValue duration(String option) {
    String value = text(option);
    String remedy = "choose a time such as 500ms, 10s or 2m";
    TimeValue time = value == null ? null : parsed(option, value, remedy, TimeValue::fromString);
    if (time != null && time.getTime() <= 0) {
      throw wrong(option, String.valueOf(value), remedy);
    }
    return time;
  }

  /**
   * Parses a value.
   *
   * @param <T> the type of the value
   * @param option the option
   * @param value its value
   * @param remedy what to write instead
   * @param parser throws an {@link IllegalArgumentException} if the value is wrong
   * @return the parsed value
   */
  public static <T> T parsed(
      String option, String value, String remedy, Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      throw wrong(option, value, remedy);
    }
  }

  /**
   * Returns the exception for a wrong value.
   *
   * @param option the option
   * @param value its value
   * @param remedy what to write instead
   * @return the exception
   */
  public static IllegalArgumentException wrong(String option, String value, String remedy) {
    return new IllegalArgumentException(option + ": " + value + " is not understood; " + remedy);
  }
}
