// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all moduli of one size share. Thread-safe. */
final class FusedSize {

  /** Of the usual sizes only: nobody could make it forget those that strangers choose. */
  private static final Map<Integer, FusedSize> SIZES = new ConcurrentHashMap<>();

  private static final int STEP = 1024;

  /** As many threads as are at work on most machines. */
  private static final int SPARES = 16;

  final FusedDigits digits;
  final Spares<FusedWork> spares;

  private FusedSize(int bits) {
    this.digits = new FusedDigits(bits);
    this.spares = new Spares<>(() -> new FusedWork(digits), SPARES);
  }

  /**
   * Whether all moduli of so many bits share an instance: a few sizes, those of nearly all keys.
   */
  static boolean isUsual(int bits) {
    return bits % STEP == 0;
  }

  /**
   * The one instance for moduli of so many bits, or a new one if the size is not {@linkplain
   * #isUsual usual}.
   *
   * @throws IllegalArgumentException if {@code bits} is not from 2048 to 8192
   */
  static FusedSize of(int bits) {
    return isUsual(bits) ? SIZES.computeIfAbsent(bits, FusedSize::new) : new FusedSize(bits);
  }
}
