package org.jwtvalidation.internal.codec;

/** Makes untrusted text safe for a log line: shortened, quoted, and printable ASCII only. */
public final class Printable {

  private static final int MAX_LENGTH = 64;

  private Printable() {}

  /**
   * The first 64 characters of {@code text} in quotes. Characters outside printable ASCII,
   * quotation marks, backslashes and dollar signs, which may start a lookup, become a backslash,
   * the letter u and four hexadecimal digits.
   */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(MAX_LENGTH + 8).append('"');
    for (int i = 0; i < Math.min(text.length(), MAX_LENGTH); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '$') {
        quoted.append(c);
      } else {
        quoted.append(String.format("\\u%04x", (int) c));
      }
    }
    return quoted.append(text.length() > MAX_LENGTH ? "\"..." : "\"").toString();
  }
}
