// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.MALFORMED_JSON;

import java.util.Arrays;

/** A JSON text that is being read: the position, the limits, and the memory that is left. */
final class JsonText {

  /** Returned in place of an octet at the end of the text. */
  static final int END = -1;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private static final char[] NONE = {};

  final byte[] octets;
  final JsonLimits limits;

  /** The index of the octet that is read next. */
  int position;

  private int memory;
  private char[] characters = NONE;

  /**
   * A text of which nothing has been read.
   *
   * @param memory how many octets the text and its values may take together
   * @throws DecodingException if the text itself takes more, or starts with a byte order mark
   */
  JsonText(byte[] octets, JsonLimits limits, int memory) throws DecodingException {
    this.octets = octets;
    this.limits = limits;
    this.memory = memory;
    if (octets.length >= 3 && Arrays.equals(octets, 0, 3, BYTE_ORDER_MARK, 0, 3)) {
      throw malformed("starts with a byte order mark");
    }
    take(octets.length);
  }

  /** The octet that is read next, from 0 to 255, or {@link #END}. */
  int peek() {
    return position < octets.length ? octets[position] & 0xff : END;
  }

  /** Reads an octet, from 0 to 255, or {@link #END}. */
  int read() {
    return position < octets.length ? octets[position++] & 0xff : END;
  }

  /** Reads the next octet if it is {@code expected}, and returns whether it is. */
  boolean reads(char expected) {
    if (peek() != expected) {
      return false;
    }
    position++;
    return true;
  }

  /**
   * Reads the next octet.
   *
   * @throws DecodingException if it is not {@code expected}
   */
  void expect(char expected) throws DecodingException {
    if (!reads(expected)) {
      throw malformed("not a JSON text");
    }
  }

  /**
   * Reads the next octets.
   *
   * @throws DecodingException if they are not {@code expected}, which is ASCII
   */
  void expect(String expected) throws DecodingException {
    for (int i = 0; i < expected.length(); i++) {
      expect(expected.charAt(i));
    }
  }

  /**
   * Checks that nothing but white space is left.
   *
   * @throws DecodingException if there is more
   */
  void expectEnd() throws DecodingException {
    skipWhiteSpace();
    if (peek() != END) {
      throw malformed("more than one JSON value");
    }
  }

  void skipWhiteSpace() {
    while (position < octets.length) {
      byte octet = octets[position];
      if (octet != ' ' && octet != '\n' && octet != '\r' && octet != '\t') {
        return;
      }
      position++;
    }
  }

  /** Counts memory that is about to be allocated for a value. */
  void take(int octetsOfMemory) throws DecodingException {
    memory -= octetsOfMemory;
    if (memory < 0) {
      throw new DecodingException(LIMIT_EXCEEDED, "JSON values that take more memory than allowed");
    }
  }

  /** How many more octets the values may take. */
  int memoryLeft() {
    return memory;
  }

  /** A buffer for the characters of a string or number, reused for the next one. */
  char[] characters(int length) throws DecodingException {
    if (characters.length < length) {
      take(Character.BYTES * length);
      characters = new char[length];
    }
    return characters;
  }

  static DecodingException malformed(String message) {
    return new DecodingException(MALFORMED_JSON, message);
  }
}
