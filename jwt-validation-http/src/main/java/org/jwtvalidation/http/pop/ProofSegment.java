// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ReplayStore.Answer;

/**
 * The proofs of some clients, under a lock of their own that is taken for less than a microsecond.
 */
final class ProofSegment {

  private static final int RESERVED_PARTS = 10;

  private final int maxProofs;
  private final int maxProofsPerClient;

  /** The places that are left to clients that have no proof yet. */
  private final int forFirstProofs;

  /** The proofs of all segments. */
  private final AtomicInteger total;

  private final ReentrantLock lock = new ReentrantLock();
  private final ProofTable proofs;

  /** How many proofs each client has. */
  private Map<Long, Integer> clients = new HashMap<>();

  ProofSegment(int maxProofs, int maxProofsPerClient, AtomicInteger total, long secret) {
    this.maxProofs = maxProofs;
    this.maxProofsPerClient = maxProofsPerClient;
    this.forFirstProofs = maxProofs / RESERVED_PARTS;
    this.total = total;
    this.proofs = new ProofTable(secret);
  }

  /** Uses a proof; null if no place is left, or the client has its share of the few that are. */
  @Nullable Answer use(long high, long low, long client, int until, int now) {
    lock.lock();
    try {
      removeExpired(now);
      if (proofs.contains(high, low)) {
        return Answer.REPLAYED;
      }
      int ofClient = clients.getOrDefault(client, 0);
      if (ofClient >= maxProofsPerClient) {
        return Answer.TOO_MANY;
      }
      if (ofClient > 0 && ofClient >= maxProofs - forFirstProofs - total.get()) {
        return null;
      }
      if (total.incrementAndGet() > maxProofs) {
        total.decrementAndGet();
        return null;
      }
      proofs.add(high, low, client, until);
      clients.merge(client, 1, Integer::sum);
      return Answer.FIRST;
    } finally {
      lock.unlock();
    }
  }

  private void removeExpired(int now) {
    int before = proofs.size();
    proofs.removeExpired(
        now,
        client ->
            clients.computeIfPresent(client, (known, count) -> count == 1 ? null : count - 1));
    int removed = before - proofs.size();
    if (removed > 0) {
      total.addAndGet(-removed);
      if (clients.isEmpty()) {
        // A map keeps the memory of all that it had.
        clients = new HashMap<>();
      }
    }
  }

  /** Removes what has expired, unless another thread is at work here. */
  void tidy(int now) {
    if (lock.tryLock()) {
      try {
        removeExpired(now);
      } finally {
        lock.unlock();
      }
    }
  }

  /** The number of proofs that there are arrays for. */
  int capacity() {
    lock.lock();
    try {
      return proofs.capacity();
    } finally {
      lock.unlock();
    }
  }
}
