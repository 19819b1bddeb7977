package org.jwtvalidation.internal.codec;

/** Text from strangers made fit for a log line: cut, in quotes, and nothing but printable ASCII. */
public final class Printable {

  private static final int MAX_LENGTH = 64;

  private Printable() {}

  /**
   * {@code text} in quotes, its first 64 characters, everything outside printable ASCII, and what
   * ends quotes or begins a look-up, as a backslash, the letter u and four hexadecimal digits.
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
