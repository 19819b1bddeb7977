// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

/**
 * How many proofs of each client there are: a hash table with linear probing, whose memory follows
 * the number of clients. Not thread-safe.
 */
final class ClientCounts {

  private static final int SMALLEST = 16;

  /** Odd and secret: nobody can choose keys whose thumbprints are neighbours here. */
  private final long multiplier;

  private int size;
  private long[] clients = new long[SMALLEST];

  /** The number of proofs of the client at the same index; 0 if there is no client. */
  private int[] counts = new int[SMALLEST];

  ClientCounts(long secret) {
    this.multiplier = secret | 1;
  }

  int capacity() {
    return counts.length;
  }

  int count(long client) {
    return counts[indexOf(client)];
  }

  /** The index of a client, or that where it belongs. */
  private int indexOf(long client) {
    int index = home(client);
    while (counts[index] != 0 && clients[index] != client) {
      index = next(index);
    }
    return index;
  }

  private int home(long client) {
    return (int) ((client * multiplier) >>> (Long.numberOfLeadingZeros(counts.length) + 1));
  }

  private int next(int index) {
    return (index + 1) & (counts.length - 1);
  }

  void increment(long client) {
    int index = indexOf(client);
    if (counts[index]++ == 0) {
      clients[index] = client;
      size++;
      if (size > counts.length / 2) {
        resize(2 * counts.length);
      }
    }
  }

  /** Takes one off the count of a client that is there. */
  void decrement(long client) {
    int index = indexOf(client);
    if (--counts[index] == 0) {
      size--;
      closeGap(index);
      if (counts.length > SMALLEST && size < counts.length / 8) {
        resize(counts.length / 2);
      }
    }
  }

  /** Moves clients back, so that none is behind an empty index that a search would end at. */
  private void closeGap(int empty) {
    int gap = empty;
    for (int index = next(gap); counts[index] != 0; index = next(index)) {
      int mask = counts.length - 1;
      int distance = (index - home(clients[index])) & mask;
      if (distance >= ((index - gap) & mask)) {
        clients[gap] = clients[index];
        counts[gap] = counts[index];
        counts[index] = 0;
        gap = index;
      }
    }
  }

  private void resize(int capacity) {
    long[] oldClients = clients;
    int[] oldCounts = counts;
    clients = new long[capacity];
    counts = new int[capacity];
    for (int i = 0; i < oldCounts.length; i++) {
      if (oldCounts[i] != 0) {
        int index = indexOf(oldClients[i]);
        clients[index] = oldClients[i];
        counts[index] = oldCounts[i];
      }
    }
  }
}
