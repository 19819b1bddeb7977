// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

/** The letters and digits of ASCII, and some other characters of it. Immutable and thread-safe. */
public final class AsciiSet {

  /** {@code tchar}: what names of schemes and fields are made of (RFC 9110 section 5.6.2). */
  public static final AsciiSet TCHAR = new AsciiSet("!#$%&'*+-.^_`|~");

  /**
   * What may be part of {@code token68}, but for the signs at its end (RFC 9110 section 11.2): the
   * syntax of all tokens.
   */
  private static final AsciiSet TOKEN68 = new AsciiSet("-._~+/");

  /**
   * Looked up because branches are often mispredicted: no processor knows the next character of a
   * token.
   */
  private final boolean[] contains = new boolean[128];

  /** Letters, digits and these characters. */
  public AsciiSet(String others) {
    for (char c = 0; c < contains.length; c++) {
      contains[c] =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || others.indexOf(c) >= 0;
    }
  }

  public boolean contains(int c) {
    return c < contains.length && contains[c];
  }

  /** Whether what begins there, and ends with the text, is a {@code token68}. */
  public static boolean isToken68(String text, int begin) {
    int end = text.length();
    while (end > begin && text.charAt(end - 1) == '=') {
      end--;
    }
    for (int i = begin; i < end; i++) {
      if (!TOKEN68.contains(text.charAt(i))) {
        return false;
      }
    }
    return end > begin;
  }
}
