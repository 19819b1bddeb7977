package org.jwtvalidation.internal.arithmetic;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Objects that are expensive to make and used by one thread at a time. A few are kept for the next
 * use. Nobody waits: if none is left, one is made. Thread-safe.
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
    int first = first();
    for (int i = 0; i < kept.length(); i++) {
      int at = first + i & kept.length() - 1;
      // Reading first leaves the other threads' caches alone.
      if (kept.getPlain(at) != null) {
        T spare = kept.getAndSet(at, null);
        if (spare != null) {
          return spare;
        }
      }
    }
    return maker.get();
  }

  void giveBack(T spare) {
    int first = first();
    for (int i = 0; i < kept.length(); i++) {
      int at = first + i & kept.length() - 1;
      if (kept.getPlain(at) == null && kept.compareAndSet(at, null, spare)) {
        return;
      }
    }
  }

  /** Threads begin at different places, so that they seldom meet. */
  private int first() {
    return (int) Thread.currentThread().getId() & kept.length() - 1;
  }
}
