// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

/** Strings in JSON (RFC 8259 section 7). */
final class JsonText {

  private JsonText() {}

  static String string(String text) {
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
