package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.MALFORMED_JSON;

/** A JSON text, how far it has been read, and what memory its values may still take. */
final class JsonText {

  /** What stands behind the last octet. */
  static final int END = -1;

  private static final char[] NONE = {};

  final byte[] octets;
  final JsonLimits limits;

  /** Of the octet that is read next. */
  int position;

  private int memory;
  private char[] characters = NONE;

  JsonText(byte[] octets, JsonLimits limits, int memory) {
    this.octets = octets;
    this.limits = limits;
    this.memory = memory;
  }

  /** The octet that is read next, from 0 to 255, or {@link #END}. */
  int peek() {
    return position < octets.length ? octets[position] & 0xff : END;
  }

  /** Reads an octet, from 0 to 255, or {@link #END}. */
  int read() {
    return position < octets.length ? octets[position++] & 0xff : END;
  }

  /** Reads the octet that comes next if it is {@code expected}. */
  boolean reads(char expected) {
    if (peek() != expected) {
      return false;
    }
    position++;
    return true;
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

  /** Counts memory that a value is about to take. */
  void take(int octetsOfMemory) throws DecodingException {
    memory -= octetsOfMemory;
    if (memory < 0) {
      throw new DecodingException(LIMIT_EXCEEDED, "JSON values that take more memory than allowed");
    }
  }

  /** Room for the characters of a string or number, used again for the next. */
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
