// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Objects that are expensive to make and used by one thread at a time. A few are kept for the next
 * use, each in a place that some threads share. Nobody waits: if none is there, one is made.
 * Thread-safe.
 */
final class Spares<T> {

  private final Supplier<T> maker;
  private final AtomicReferenceArray<T> kept;

  /**
   * No objects yet.
   *
   * @param most the number of objects to keep, a power of two
   */
  Spares(Supplier<T> maker, int most) {
    this.maker = maker;
    this.kept = new AtomicReferenceArray<>(most);
  }

  T take() {
    T spare = kept.getAndSet(place(), null);
    return spare == null ? maker.get() : spare;
  }

  void giveBack(T spare) {
    kept.setRelease(place(), spare);
  }

  /** Consecutive threads have different places, so that they seldom meet. */
  private int place() {
    return (int) Thread.currentThread().getId() & kept.length() - 1;
  }
}
