// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Text in JSON (RFC 8259). */
final class JsonText {

  private JsonText() {}

  /** An object of strings, booleans, and collections of strings, without those that are empty. */
  static String object(Map<String, ?> members) {
    return members.entrySet().stream()
        .filter(member -> !(member.getValue() instanceof Collection<?> all && all.isEmpty()))
        .map(member -> string(member.getKey()) + ":" + value(member.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String value(Object value) {
    if (value instanceof Collection<?> all) {
      return all.stream().map(JsonText::value).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String text ? string(text) : value.toString();
  }

  private static String string(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || Character.isSurrogate(c)) {
        // Surrogates that are not paired have no form in UTF-8.
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    return json.append('"').toString();
  }
}
