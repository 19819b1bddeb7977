package org.jwtvalidation.jfr.analysis;

import java.util.Locale;
import java.util.Map;

/** A JSON text (RFC 8259) of maps, lists, texts and numbers. */
final class Json {

  private final StringBuilder text = new StringBuilder();

  private Json() {}

  static String of(Object value) {
    Json json = new Json();
    json.value(value);
    return json.text.toString();
  }

  private void value(Object value) {
    if (value instanceof Map<?, ?> map) {
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
      text.append(number);
    } else {
      string(String.valueOf(value));
    }
  }

  private void string(String value) {
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
