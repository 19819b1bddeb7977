// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The proofs of some clients, under a lock of their own that is taken for less than a microsecond.
 */
final class ProofSegment {

  /** The outcome of a proof. */
  enum Use {
    FIRST,
    REPLAYED,
    /** The client has as many proofs as one client may have. */
    CLIENT_FULL,
    /** No place is left, or the client has its share of the few that are. */
    STORE_FULL
  }

  private static final int RESERVED_PARTS = 10;

  private final int maxProofs;
  private final int maxProofsPerClient;

  /** The places that are left to clients that have no proof yet. */
  private final int forFirstProofs;

  /** The proofs of all segments. */
  private final AtomicInteger total;

  private final ReentrantLock lock = new ReentrantLock();
  private final ProofTable proofs;
  private final ClientCounts clients;

  ProofSegment(int maxProofs, int maxProofsPerClient, AtomicInteger total, long secret) {
    this.maxProofs = maxProofs;
    this.maxProofsPerClient = maxProofsPerClient;
    this.forFirstProofs = maxProofs / RESERVED_PARTS;
    this.total = total;
    this.proofs = new ProofTable(secret);
    this.clients = new ClientCounts(secret);
  }

  Use use(long high, long low, long client, int until, int now) {
    lock.lock();
    try {
      removeExpired(now);
      if (proofs.contains(high, low)) {
        return Use.REPLAYED;
      }
      int ofClient = clients.count(client);
      if (ofClient >= maxProofsPerClient) {
        return Use.CLIENT_FULL;
      }
      if (ofClient > 0 && ofClient >= maxProofs - forFirstProofs - total.get()) {
        return Use.STORE_FULL;
      }
      if (total.incrementAndGet() > maxProofs) {
        total.decrementAndGet();
        return Use.STORE_FULL;
      }
      proofs.add(high, low, client, until);
      clients.increment(client);
      return Use.FIRST;
    } finally {
      lock.unlock();
    }
  }

  private void removeExpired(int now) {
    int before = proofs.size();
    proofs.removeExpired(now, clients::decrement);
    int removed = before - proofs.size();
    if (removed > 0) {
      total.addAndGet(-removed);
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
      return proofs.capacity() + clients.capacity();
    } finally {
      lock.unlock();
    }
  }
}
