// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.JsonText.malformed;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers of a JSON text (RFC 8259 section 6). */
final class JsonNumber {

  /** How many digits a number may have in all its parts; a NumericDate has ten. */
  private static final int MAX_DIGITS = 128;

  /**
   * The largest power of ten, which bounds the cost of a conversion to an integer; beyond that of a
   * double.
   */
  private static final int MAX_EXPONENT = 400;

  /** A number of this many digits always fits into a long. */
  private static final int DIGITS_OF_A_LONG = 18;

  private static final int MEMORY_OF_A_LONG = 24;
  private static final int MEMORY_OF_OTHERS = 40;
  private static final int MORE_MEMORY_OF_A_LARGE_ONE = 96;

  private JsonNumber() {}

  /** Skips a number of any length and magnitude. */
  static void skip(JsonText text) throws DecodingException {
    skipInteger(text);
    skipFraction(text);
    skipExponent(text);
  }

  /** Reads a number. */
  static Number read(JsonText text) throws DecodingException {
    int from = text.position;
    int digits = skipInteger(text);
    int others = skipFraction(text) + skipExponent(text);
    if (digits + others > MAX_DIGITS) {
      throw new DecodingException(LIMIT_EXCEEDED, "a JSON number longer than allowed");
    }
    if (others == 0 && digits <= DIGITS_OF_A_LONG) {
      text.take(MEMORY_OF_A_LONG);
      long value = valueOf(text.octets, text.position - digits, text.position);
      return text.octets[from] == '-' ? -value : value;
    }
    BigDecimal decimal = decimal(text, from);
    return others == 0 ? integer(decimal.unscaledValue()) : decimal;
  }

  /** Skips the sign and the integer part, and returns how many digits that has. */
  private static int skipInteger(JsonText text) throws DecodingException {
    text.reads('-');
    boolean beginsWithZero = text.peek() == '0';
    int digits = skipDigits(text);
    if (beginsWithZero && digits > 1) {
      throw malformed("a JSON number that begins with a zero");
    }
    return digits;
  }

  /** Skips one digit or more, and returns how many. */
  private static int skipDigits(JsonText text) throws DecodingException {
    int from = text.position;
    while (text.peek() >= '0' && text.peek() <= '9') {
      text.position++;
    }
    if (text.position == from) {
      throw malformed("not a JSON text");
    }
    return text.position - from;
  }

  private static int skipFraction(JsonText text) throws DecodingException {
    return text.reads('.') ? skipDigits(text) : 0;
  }

  private static int skipExponent(JsonText text) throws DecodingException {
    if (!text.reads('e') && !text.reads('E')) {
      return 0;
    }
    if (!text.reads('+')) {
      text.reads('-');
    }
    return skipDigits(text);
  }

  private static long valueOf(byte[] octets, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = 10 * value + (octets[i] - '0');
    }
    return value;
  }

  private static Number integer(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Number) value.longValue() : value;
  }

  private static BigDecimal decimal(JsonText text, int from) throws DecodingException {
    int length = text.position - from;
    text.take(
        MEMORY_OF_OTHERS
            + (length > DIGITS_OF_A_LONG ? MORE_MEMORY_OF_A_LARGE_ONE + 3 * length : 0));
    char[] characters = text.characters(length);
    for (int i = 0; i < length; i++) {
      characters[i] = (char) text.octets[from + i];
    }
    try {
      BigDecimal number = new BigDecimal(characters, 0, length);
      if (Math.abs((long) number.precision() - number.scale()) <= MAX_EXPONENT) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The grammar has been checked: the exponent does not fit into an int.
    }
    throw new DecodingException(LIMIT_EXCEEDED, "a JSON number beyond any practical magnitude");
  }
}
