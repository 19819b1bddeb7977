package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;

/**
 * The memory that JSON texts which belong together may take, with their values. Each value counts
 * what it takes before it takes it. For one thread.
 */
public final class JsonMemory {

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
