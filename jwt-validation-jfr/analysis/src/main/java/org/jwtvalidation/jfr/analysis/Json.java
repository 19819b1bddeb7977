// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Writes maps, lists, strings and numbers as JSON (RFC 8259). A supplier is called when its value
 * is written, so that a long text need not be in memory as a whole.
 */
final class Json {

  private final Appendable text;

  private Json(Appendable text) {
    this.text = text;
  }

  static void write(Object value, Appendable text) throws IOException {
    new Json(text).value(value);
  }

  private void value(Object value) throws IOException {
    if (value instanceof Supplier<?> later) {
      value(later.get());
    } else if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        text.append(separator);
        string(String.valueOf(member.getKey()));
        text.append(':');
        value(member.getValue());
        separator = ",";
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof Iterable<?> list) {
      text.append('[');
      String separator = "";
      for (Object element : list) {
        text.append(separator);
        value(element);
        separator = ",";
      }
      text.append(']');
    } else if (value instanceof Double number) {
      text.append(Double.isFinite(number) ? number.toString() : "null");
    } else if (value instanceof Number number) {
      text.append(number.toString());
    } else {
      string(String.valueOf(value));
    }
  }

  private void string(String value) throws IOException {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
