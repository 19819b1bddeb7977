// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.options.OptionException;

/** Strings of header fields in quotation marks (RFC 9110 section 5.6.4). */
final class QuotedString {

  private QuotedString() {}

  /**
   * The text in quotation marks.
   *
   * @param option the option that has the text, for the message
   * @throws IllegalArgumentException if it has other characters than those of ASCII that are
   *     visible, and spaces: they could end the field or be read differently
   */
  static String of(String option, String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7F) {
        throw new OptionException(
            option,
            Printable.quoted(text) + " has a character that is not visible ASCII",
            "leave it out");
      }
      if (c == '"' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return quoted.append('"').toString();
  }
}
