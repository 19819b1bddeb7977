// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A hash table of proofs that expire, in arrays of 40 octets a proof. Each proof is in two lists:
 * one of equal hash, and one of equal time of expiration modulo {@link #TIMES}, as in a timing
 * wheel. So it is found, added and removed without a look at others. Not thread-safe.
 *
 * <p>Times are whole seconds since the store was created.
 */
final class ProofTable {

  /** The lists of times; more than the seconds that proofs are usually remembered. */
  private static final int TIMES = 512;

  private static final int SMALLEST = 16;
  private static final int END = -1;

  /** Odd and secret: a client that chooses its {@code jti} cannot fill a list of equal hash. */
  private final long multiplier;

  private int size;

  // One element a proof.
  private long[] high;
  private long[] low;
  private long[] client;
  private int[] expiry;
  private int[] nextOfHash;
  private int[] nextOfTime;

  /** The first proof of each hash. */
  private int[] ofHash;

  /** The first proof of each time. */
  private final int[] ofTime = new int[TIMES];

  /** The first element without a proof; {@link #nextOfHash} has the others. */
  private int free;

  /** The last time that was examined for expired proofs. */
  private int examined;

  ProofTable(long secret) {
    this.multiplier = secret | 1;
    allocate(SMALLEST);
  }

  private void allocate(int capacity) {
    high = new long[capacity];
    low = new long[capacity];
    client = new long[capacity];
    expiry = new int[capacity];
    nextOfHash = new int[capacity];
    nextOfTime = new int[capacity];
    ofHash = new int[capacity];
    Arrays.fill(ofHash, END);
    Arrays.fill(ofTime, END);
    for (int i = 0; i < capacity; i++) {
      nextOfHash[i] = i + 1;
    }
    nextOfHash[capacity - 1] = END;
    free = 0;
    size = 0;
  }

  int size() {
    return size;
  }

  int capacity() {
    return expiry.length;
  }

  boolean contains(long proofHigh, long proofLow) {
    for (int i = ofHash[hash(proofHigh)]; i != END; i = nextOfHash[i]) {
      if (high[i] == proofHigh && low[i] == proofLow) {
        return true;
      }
    }
    return false;
  }

  private int hash(long proofHigh) {
    return (int) ((proofHigh * multiplier) >>> (Long.numberOfLeadingZeros(ofHash.length) + 1));
  }

  /** Adds a proof that is not there. */
  void add(long proofHigh, long proofLow, long ofClient, int expiresAt) {
    if (free == END) {
      resize(2 * capacity());
    }
    int i = free;
    free = nextOfHash[i];
    high[i] = proofHigh;
    low[i] = proofLow;
    client[i] = ofClient;
    expiry[i] = expiresAt;
    int hash = hash(proofHigh);
    nextOfHash[i] = ofHash[hash];
    ofHash[hash] = i;
    int time = expiresAt & (TIMES - 1);
    nextOfTime[i] = ofTime[time];
    ofTime[time] = i;
    size++;
  }

  /** Removes the proofs that have expired, and names their clients. */
  void removeExpired(int now, LongConsumer removed) {
    if (now == examined) {
      return;
    }
    // If the clock was set back, times that were examined come again.
    int from = Math.max(Math.min(examined, now), now - TIMES);
    for (int time = from; time <= now; time++) {
      removeExpired(time & (TIMES - 1), now, removed);
    }
    examined = now;
    if (capacity() > SMALLEST && size < capacity() / 4) {
      resize(Math.max(SMALLEST, Integer.highestOneBit(size) * 2));
    }
  }

  private void removeExpired(int list, int now, LongConsumer removed) {
    int next = ofTime[list];
    ofTime[list] = END;
    while (next != END) {
      int i = next;
      next = nextOfTime[i];
      if (expiry[i] <= now) {
        removed.accept(client[i]);
        remove(i);
      } else {
        nextOfTime[i] = ofTime[list];
        ofTime[list] = i;
      }
    }
  }

  private void remove(int proof) {
    int hash = hash(high[proof]);
    if (ofHash[hash] == proof) {
      ofHash[hash] = nextOfHash[proof];
    } else {
      int before = ofHash[hash];
      while (nextOfHash[before] != proof) {
        before = nextOfHash[before];
      }
      nextOfHash[before] = nextOfHash[proof];
    }
    nextOfHash[proof] = free;
    free = proof;
    size--;
  }

  private void resize(int capacity) {
    int[] lists = ofTime.clone();
    long[] oldHigh = high;
    long[] oldLow = low;
    long[] oldClient = client;
    int[] oldExpiry = expiry;
    int[] oldNext = nextOfTime;
    allocate(capacity);
    for (int first : lists) {
      for (int i = first; i != END; i = oldNext[i]) {
        add(oldHigh[i], oldLow[i], oldClient[i], oldExpiry[i]);
      }
    }
  }
}
