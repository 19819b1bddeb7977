// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Remembers names for a short time; the latest of them. Thread-safe. */
public final class RecentNames {

  private final int capacity;
  private final long lifetime;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();

  /** When each was added; guarded by lock. In the order of their end, since all last as long. */
  private final Map<String, Long> addedAt = new LinkedHashMap<>();

  /**
   * No names yet.
   *
   * @param lifetime in nanoseconds
   */
  public RecentNames(int capacity, long lifetime, LongSupplier nanoTime) {
    this.capacity = capacity;
    this.lifetime = lifetime;
    this.nanoTime = nanoTime;
  }

  public void add(String name) {
    lock.lock();
    try {
      addedAt.remove(name);
      if (addedAt.size() == capacity) {
        addedAt.remove(addedAt.keySet().iterator().next());
      }
      addedAt.put(name, nanoTime.getAsLong());
    } finally {
      lock.unlock();
    }
  }

  public boolean contains(String name) {
    return nanosLeft(name) > 0;
  }

  /** How many nanoseconds the name is remembered from now on; 0 if it is not. */
  public long nanosLeft(String name) {
    lock.lock();
    try {
      Long since = addedAt.get(name);
      return since == null ? 0 : Math.max(0, lifetime - (nanoTime.getAsLong() - since));
    } finally {
      lock.unlock();
    }
  }

  public void removeAll(Collection<String> names) {
    lock.lock();
    try {
      names.forEach(addedAt::remove);
    } finally {
      lock.unlock();
    }
  }
}
