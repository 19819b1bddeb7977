package org.jwtvalidation.internal.arithmetic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all moduli of one size share. Thread-safe. */
final class FusedSize {

  private static final Map<Integer, FusedSize> SIZES = new ConcurrentHashMap<>();

  /** As many threads as are at work on most machines. */
  private static final int SPARES = 16;

  final FusedDigits digits;
  final Spares<FusedWork> spares;

  private FusedSize(int bits) {
    this.digits = new FusedDigits(bits);
    this.spares = new Spares<>(() -> new FusedWork(digits), SPARES);
  }

  /**
   * The one instance for moduli of so many bits.
   *
   * @throws IllegalArgumentException if {@code bits} is not from 2048 to 8192
   */
  static FusedSize of(int bits) {
    return SIZES.computeIfAbsent(bits, FusedSize::new);
  }
}
