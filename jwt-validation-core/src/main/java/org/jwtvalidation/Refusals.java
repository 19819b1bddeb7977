package org.jwtvalidation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Remembers for a short time which issuers are not trusted; the latest of them. Thread-safe. */
final class Refusals {

  private final int capacity;
  private final long lifetime;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();

  /** When each was refused; guarded by lock. In the order of their end, since all last as long. */
  private final Map<String, Long> refusedAt = new LinkedHashMap<>();

  /**
   * No refusals yet.
   *
   * @param lifetime in nanoseconds
   */
  Refusals(int capacity, long lifetime, LongSupplier nanoTime) {
    this.capacity = capacity;
    this.lifetime = lifetime;
    this.nanoTime = nanoTime;
  }

  void add(String issuer) {
    lock.lock();
    try {
      refusedAt.remove(issuer);
      if (refusedAt.size() == capacity) {
        refusedAt.remove(refusedAt.keySet().iterator().next());
      }
      refusedAt.put(issuer, nanoTime.getAsLong());
    } finally {
      lock.unlock();
    }
  }

  boolean contains(String issuer) {
    lock.lock();
    try {
      Long since = refusedAt.get(issuer);
      return since != null && nanoTime.getAsLong() - since < lifetime;
    } finally {
      lock.unlock();
    }
  }

  void remove(String issuer) {
    lock.lock();
    try {
      refusedAt.remove(issuer);
    } finally {
      lock.unlock();
    }
  }
}
