package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;

/** The memory that a JSON text and its values may take. Each value counts its own beforehand. */
final class JsonMemory {

  private int left;

  JsonMemory(int octets) {
    this.left = octets;
  }

  void take(int octets) throws DecodingException {
    left -= octets;
    if (left < 0) {
      throw new DecodingException(LIMIT_EXCEEDED, "JSON values that take more memory than allowed");
    }
  }
}
