// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jwtvalidation.internal.arithmetic.Level;

/**
 * Lets no more threads verify at a time than there are processors, while the JVM compiles what they
 * run. Its compilers would have one share in fifty of the processors beside a hundred busy threads,
 * and need a minute for a second's work. The gate opens for good once verification has become as
 * fast as it gets. Thread-safe.
 */
final class ColdGate {

  /**
   * So many verifications pass at least before the gate opens: what C2 compiles last comes after
   * about that many where all processors are busy.
   */
  static final int FEWEST = 1 << 15;

  /**
   * After so long a thread does not wait any more: nobody starves, and event loops go on. The turn
   * of a hundred threads comes sooner, also where two processors interpret ES256 for 10 ms each
   * time; if they went on without, the compilers and the maker of the table would get no share.
   */
  private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(1);

  /**
   * After so many the gate opens although it is not known what verifies: no key is used so often
   * that it gets a table, or there is none that would be a gain.
   */
  static final int MOST = 1 << 18;

  private final Semaphore permits;
  private final long longestWait;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private final Level level = new Level(FEWEST);
  private volatile boolean open;
  private volatile boolean settled;

  /**
   * A gate that is closed.
   *
   * @param processors the number of threads that verify at a time
   * @param longestWait in nanoseconds
   * @param nanoTime the clock, in nanoseconds
   */
  ColdGate(int processors, long longestWait, LongSupplier nanoTime) {
    this.permits = new Semaphore(processors);
    this.longestWait = longestWait;
    this.nanoTime = nanoTime;
  }

  /** A gate for the processors that the JVM has. */
  static ColdGate create() {
    return new ColdGate(Runtime.getRuntime().availableProcessors(), LONGEST_WAIT, System::nanoTime);
  }

  /** Whether threads do not wait any more. */
  boolean isOpen() {
    return open;
  }

  /** Opens the gate, because what verifies has been trained. */
  void open() {
    open = true;
  }

  /** Allows the gate to open, now that it is known what verifies. */
  void settle() {
    settled = true;
  }

  boolean verify(SignatureVerification verification, byte[] octets, int length, byte[] signature) {
    if (open) {
      return verification.verify(octets, length, signature);
    }
    boolean permitted = awaitPermit();
    long begin = nanoTime.getAsLong();
    try {
      return verification.verify(octets, length, signature);
    } finally {
      long nanos = nanoTime.getAsLong() - begin;
      if (permitted) {
        permits.release();
      }
      passed(nanos);
    }
  }

  private boolean awaitPermit() {
    try {
      return permits.tryAcquire(longestWait, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      // A signature is verified whether or not the thread is interrupted.
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void passed(long nanos) {
    // Some verifications may go uncounted; nobody waits to be counted.
    if (lock.tryLock()) {
      try {
        level.took(nanos);
        if ((settled || level.repetitions() >= MOST) && level.isReached()) {
          open = true;
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
