// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

/**
 * SplitMix64, by which the programs of all languages draw the same tokens in the same order. Not
 * thread-safe.
 */
final class SeededSequence {

  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  SeededSequence(long seed) {
    state = seed;
  }

  /** Returns the next index below the bound. */
  int next(int bound) {
    state += STEP;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    mixed ^= mixed >>> 31;
    // 31 bits, which are positive in every language.
    return (int) ((mixed >>> 33) % bound);
  }
}
