// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

/** Makes untrusted text safe for a log line: shortened, and printable ASCII only. */
public final class Printable {

  private static final int MAX_LENGTH = 64;

  private Printable() {}

  /**
   * The first 64 characters of {@code text} in quotes. Characters outside printable ASCII,
   * quotation marks, backslashes and dollar signs, which may start a lookup, become a backslash,
   * the letter u and four hexadecimal digits.
   */
  public static String quoted(String text) {
    return quoted(text, MAX_LENGTH);
  }

  /** As {@link #quoted(String)}, with up to {@code maxLength} characters of {@code text}. */
  public static String quoted(String text, int maxLength) {
    return '"' + escaped(text, maxLength, "\"\\") + (text.length() > maxLength ? "\"..." : "\"");
  }

  /**
   * The first {@code maxLength} characters of {@code text}, escaped as by {@link #quoted(String)}
   * except for quotation marks and backslashes: for a message whose foreign parts are in quotes
   * already.
   */
  public static String line(String text, int maxLength) {
    return escaped(text, maxLength, "") + (text.length() > maxLength ? "..." : "");
  }

  private static String escaped(String text, int maxLength, String special) {
    int length = Math.min(text.length(), maxLength);
    StringBuilder escaped = new StringBuilder(length + 8);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c <= '~' && c != '$' && special.indexOf(c) < 0) {
        escaped.append(c);
      } else {
        escaped.append(String.format("\\u%04x", (int) c));
      }
    }
    return escaped.toString();
  }
}
