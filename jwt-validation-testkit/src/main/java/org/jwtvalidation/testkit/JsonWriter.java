// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes JSON (RFC 8259) without white space, with members in the order of their map. */
final class JsonWriter {

  private final StringBuilder json = new StringBuilder();

  /** The names of the members around the value that is written. */
  private final Deque<String> names = new ArrayDeque<>();

  private JsonWriter() {}

  /**
   * Returns the JSON text of a value.
   *
   * @throws IllegalArgumentException if JSON cannot represent the value or one inside it
   */
  static String json(@Nullable Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value);
    return writer.json.toString();
  }

  private void value(@Nullable Object value) {
    if (value == null || value instanceof Boolean) {
      json.append(value);
    } else if (value instanceof String string) {
      string(string);
    } else if (value instanceof Number number) {
      number(number);
    } else if (value instanceof Instant instant) {
      // A NumericDate (RFC 7519 section 2) in whole seconds, as issuers write it.
      json.append(instant.getEpochSecond());
    } else if (value instanceof List<?> list) {
      array(list);
    } else if (value instanceof Map<?, ?> map) {
      object(map);
    } else {
      throw new IllegalArgumentException(
          place()
              + ": JSON cannot represent a "
              + value.getClass().getName()
              + "; use a String, Number, Boolean, Instant, List, Map or null");
    }
  }

  /** Where the value is, such as the name of a claim. */
  private String place() {
    return names.isEmpty() ? "value" : String.join(".", names);
  }

  private void number(Number number) {
    if (!Double.isFinite(number.doubleValue()) && isBinary(number)) {
      throw new IllegalArgumentException(
          place() + ": JSON cannot represent " + number + "; use a finite number");
    }
    json.append(number);
  }

  /** Only these types have infinities; a large decimal merely overflows as a double. */
  private static boolean isBinary(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  private void array(List<?> list) {
    json.append('[');
    String separator = "";
    for (Object element : list) {
      json.append(separator);
      value(element);
      separator = ",";
    }
    json.append(']');
  }

  private void object(Map<?, ?> map) {
    json.append('{');
    String separator = "";
    for (Map.Entry<?, ?> member : map.entrySet()) {
      json.append(separator);
      String name = String.valueOf(Objects.requireNonNull(member.getKey(), "name of a member"));
      string(name);
      json.append(':');
      names.addLast(name);
      value(member.getValue());
      names.removeLast();
      separator = ",";
    }
    json.append('}');
  }

  private void string(String string) {
    json.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (c < ' ' || isLoneSurrogate(string, i)) {
            // UTF-8 cannot represent a lone surrogate, but this escape can.
            json.append(String.format("\\u%04x", (int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }

  private static boolean isLoneSurrogate(String string, int index) {
    char c = string.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == string.length() || !Character.isLowSurrogate(string.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(string.charAt(index - 1)));
  }
}
