// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.lang.ref.WeakReference;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jwtvalidation.internal.arithmetic.Ed25519Verification;
import org.jwtvalidation.internal.arithmetic.Es256Verification;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;

/**
 * Bounds the memory of tables. When one more comes, the keys that were used least recently lose
 * theirs. Thread-safe.
 *
 * <p>Time is counted in rounds: each table that comes begins one. A key notes the round of its
 * latest use, which costs a plain read where nothing has changed, and otherwise a plain write to a
 * field of its own. A thread that sees an old round dates a use a little too early, nothing worse.
 */
public final class TableBudget {

  public static final long DEFAULT_OCTETS = 64L << 20;

  /**
   * A table in memory.
   *
   * @param key may be gone: keys that are no longer in force are not kept alive
   */
  private record Entry(WeakReference<UpgradingVerification> key, long octets) {}

  private final long octets;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Entry> entries = new ArrayList<>(); // guarded by lock; the oldest first
  private long taken; // guarded by lock
  private int round;

  /** A budget of {@code octets}, which nothing has taken yet. */
  public TableBudget(long octets) {
    this.octets = octets;
  }

  /** The octets of the table of a key that can have one. */
  public static long octets(PublicKey key) {
    if (key instanceof RSAPublicKey rsa) {
      return FusedExponentiation.tableOctets(rsa.getModulus().bitLength());
    }
    return key instanceof ECPublicKey
        ? Es256Verification.TABLE_OCTETS
        : Ed25519Verification.TABLE_OCTETS;
  }

  public int round() {
    return round;
  }

  /** Whether there is room for the table of a key, if others lose theirs; always the same. */
  public boolean fits(PublicKey key) {
    return octets(key) <= octets;
  }

  /** Gives a key its table, which must {@linkplain #fits fit}, unless it has one. */
  public void admit(UpgradingVerification key, SignatureVerification byTable) {
    long needed = octets(key.publicKey());
    lock.lock();
    try {
      if (key.hasTable()) {
        return;
      }
      while (octets - taken < needed) {
        Entry least = leastRecentlyUsed();
        remove(least);
        UpgradingVerification loser = least.key.get();
        if (loser != null) {
          loser.loseTable();
        }
      }
      entries.add(new Entry(new WeakReference<>(key), needed));
      taken += needed;
      key.useTable(byTable);
      // A use from now on is later than the coming of this table.
      round++;
    } finally {
      lock.unlock();
    }
  }

  /** One that is gone, else one that was used least recently, of several the oldest. */
  private Entry leastRecentlyUsed() {
    Entry least = entries.get(0);
    int longest = age(least);
    for (Entry entry : entries) {
      int age = age(entry);
      if (age > longest) {
        least = entry;
        longest = age;
      }
    }
    return least;
  }

  /** In rounds, of which there may be more than an int has. */
  private int age(Entry entry) {
    UpgradingVerification key = entry.key.get();
    return key == null ? Integer.MAX_VALUE : round - key.usedIn();
  }

  private void remove(Entry entry) {
    entries.remove(entry);
    taken -= entry.octets;
  }
}
