// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.JsonText.malformed;

/** Strings of a JSON text (RFC 8259 sections 7 and 8). */
final class JsonString {

  /** The bytes of memory that a string takes besides its characters. */
  private static final int MEMORY = 44;

  /** More, because the JDK first tries one octet a character, in an array of its own. */
  private static final int MEMORY_BEYOND_LATIN1 = MEMORY + 24;

  private static final int FIRST_PRINTABLE = 0x20;
  private static final int FIRST_BEYOND_ASCII = 0x80;
  private static final int FIRST_BEYOND_LATIN1 = 0x100;

  /** The ranges of the first octet of a character that takes several octets in UTF-8. */
  private static final int FIRST_OF_SEVERAL = 0xc0;

  private static final int FIRST_OF_THREE = 0xe0;
  private static final int FIRST_OF_FOUR = 0xf0;
  private static final int END_OF_FOUR = 0xf8;

  /** The letter u and its four digits. */
  private static final int ESCAPED_LENGTH = 5;

  /** The least code point by the number of continuation octets (RFC 3629 section 3). */
  private static final int[] LEAST = {0, 0x80, 0x800, 0x10000};

  private JsonString() {}

  /**
   * Skips a string of any length whose opening quotation mark has been read. It may have lone
   * surrogates, which the grammar allows (RFC 8259 section 8.2): nobody reads the string here.
   */
  static void skip(JsonText text) throws DecodingException {
    for (int octet = text.read(); octet != '"'; octet = text.read()) {
      var unused = codePoint(octet, text);
    }
  }

  /** Reads a string whose opening quotation mark has been read. */
  static String read(JsonText text) throws DecodingException {
    byte[] octets = text.octets;
    int from = text.position;
    for (int i = from; i < octets.length; i++) {
      byte octet = octets[i];
      if (octet == '"') {
        text.position = i + 1;
        int length = i - from;
        checkLength(length, text);
        text.take(MEMORY + length);
        return new String(octets, from, length, ISO_8859_1);
      }
      // Octets beyond ASCII are negative.
      if (octet == '\\' || octet < FIRST_PRINTABLE) {
        break;
      }
    }
    return readDecoded(text);
  }

  private static void checkLength(int length, JsonText text) throws DecodingException {
    if (length > text.limits.stringLength()) {
      throw new DecodingException(LIMIT_EXCEEDED, "a JSON string or name longer than allowed");
    }
  }

  /** A string with escapes or characters beyond ASCII. */
  private static String readDecoded(JsonText text) throws DecodingException {
    char[] characters = text.characters(Math.min(count(text), text.limits.stringLength()));
    int length = 0;
    int bits = 0;
    for (int octet = text.read(); octet != '"'; octet = text.read()) {
      int codePoint = codePoint(octet, text);
      bits |= codePoint;
      checkLength(length + Character.charCount(codePoint), text);
      length += Character.toChars(codePoint, characters, length);
    }
    checkSurrogates(characters, length);
    text.take(bits < FIRST_BEYOND_LATIN1 ? MEMORY + length : MEMORY_BEYOND_LATIN1 + 3 * length);
    return new String(characters, 0, length);
  }

  /** How many characters the string has if the rest of it is valid. */
  private static int count(JsonText text) {
    byte[] octets = text.octets;
    int count = 0;
    for (int i = text.position; i < octets.length && octets[i] != '"'; i++) {
      int octet = octets[i] & 0xff;
      if (octet == '\\') {
        i += i + 1 < octets.length && octets[i + 1] == 'u' ? ESCAPED_LENGTH : 1;
      }
      if (!isContinuation(octet)) {
        count += octet < FIRST_OF_FOUR ? 1 : 2;
      }
    }
    return count;
  }

  private static int codePoint(int octet, JsonText text) throws DecodingException {
    if (octet < FIRST_PRINTABLE) {
      throw malformed("a JSON string that does not end, or has a control character");
    }
    if (octet == '\\') {
      return escaped(text);
    }
    return octet < FIRST_BEYOND_ASCII ? octet : beyondAscii(octet, text);
  }

  private static int escaped(JsonText text) throws DecodingException {
    int octet = text.read();
    return switch (octet) {
      case '"', '\\', '/' -> octet;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexadecimal(text);
      default -> throw malformed("an escape that JSON does not have");
    };
  }

  private static int hexadecimal(JsonText text) throws DecodingException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(text.read(), 16);
      if (digit < 0) {
        throw malformed("an escape that JSON does not have");
      }
      value = (value << 4) | digit;
    }
    return value;
  }

  /** A character of several octets, in its shortest form and no surrogate (RFC 3629 section 4). */
  private static int beyondAscii(int first, JsonText text) throws DecodingException {
    int continuations = first < FIRST_OF_THREE ? 1 : first < FIRST_OF_FOUR ? 2 : 3;
    int codePoint = first & (0x3f >> continuations);
    boolean valid = first >= FIRST_OF_SEVERAL && first < END_OF_FOUR;
    for (int i = 0; i < continuations; i++) {
      int octet = text.read();
      valid &= isContinuation(octet);
      codePoint = (codePoint << 6) | (octet & 0x3f);
    }
    if (!valid
        || codePoint < LEAST[continuations]
        || codePoint > Character.MAX_CODE_POINT
        || isSurrogate(codePoint)) {
      throw malformed("not valid UTF-8");
    }
    return codePoint;
  }

  private static boolean isContinuation(int octet) {
    return octet >= FIRST_BEYOND_ASCII && octet < FIRST_OF_SEVERAL;
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  /** Only an escape can be a lone surrogate: valid UTF-8 has none. */
  private static void checkSurrogates(char[] characters, int length) throws DecodingException {
    for (int i = 0; i < length; i++) {
      if (Character.isSurrogate(characters[i])) {
        int next = i + 1;
        if (next == length || !Character.isSurrogatePair(characters[i], characters[next])) {
          throw loneSurrogate();
        }
        i = next;
      }
    }
  }

  private static DecodingException loneSurrogate() {
    return malformed("a lone surrogate in a JSON string");
  }
}
