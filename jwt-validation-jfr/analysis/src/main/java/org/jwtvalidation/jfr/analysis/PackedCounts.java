// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A compact form of counts that are mostly 0: for each other count, the number of zeros before it
 * and the count itself, both in groups of seven bits, whose high bit marks a continuation.
 */
final class PackedCounts {

  private static final int LONGEST_NUMBER = 10;

  private PackedCounts() {}

  static byte[] pack(long[] counts) {
    int used = 0;
    for (long count : counts) {
      used += count == 0 ? 0 : 1;
    }
    ByteBuffer packed = ByteBuffer.allocate(2 * LONGEST_NUMBER * used);
    int zeros = 0;
    for (long count : counts) {
      if (count == 0) {
        zeros++;
      } else {
        put(packed, zeros);
        put(packed, count);
        zeros = 0;
      }
    }
    return Arrays.copyOf(packed.array(), packed.position());
  }

  private static void put(ByteBuffer packed, long number) {
    long rest = number;
    while ((rest & ~0x7FL) != 0) {
      packed.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    packed.put((byte) rest);
  }

  /** Returns the counts up to the last that is not 0. */
  static long[] unpack(byte[] octets) {
    long[] counts = new long[0];
    ByteBuffer packed = ByteBuffer.wrap(octets);
    int index = 0;
    while (packed.hasRemaining()) {
      index += (int) next(packed);
      if (index >= counts.length) {
        counts = Arrays.copyOf(counts, Math.max(index + 1, counts.length * 2));
      }
      counts[index++] = next(packed);
    }
    return Arrays.copyOf(counts, index);
  }

  private static long next(ByteBuffer packed) {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte octet = packed.get();
      number |= (octet & 0x7FL) << shift;
      if (octet >= 0) {
        return number;
      }
    }
  }
}
