// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.lang.System.Logger.Level;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * Has the provider verify some of the signatures, too, that own arithmetic has accepted. If the
 * provider refuses one, the check has failed for good, and providers verify everything from then
 * on. That finds a fault of the compiler, of the processor or of the arithmetic; it stops no
 * attacker, whose one signature need not be among those that are checked. The check has failed as
 * well if own arithmetic throws an {@link ArithmeticException}, because what it checks of itself is
 * not so. Thread-safe.
 *
 * <p>A verification never waits for a check, and copies nothing unless one is due.
 */
public final class CrossCheck {

  /** The check of this JVM. */
  public static final CrossCheck OF_THIS_JVM =
      new CrossCheck(TableMaker.BACKGROUND, LibraryThreads.SHARED.workers());

  /** So many of the first signatures that a table accepts are checked. */
  static final int FIRST = 16;

  /** After these, one in so many is checked; a power of two. */
  static final int INTERVAL = 1 << 16;

  /** The first signatures of four keys. */
  static final int MAX_WAITING = 64;

  /** Of a longer input, no signature is checked, so that what waits takes little memory. */
  static final int MAX_LENGTH = 1 << 14;

  private static final GuardedLogger LOGGER = new GuardedLogger(TableMaker.LOGGED_AS);

  private final Executor background;
  private final Executor reporters;
  private final Semaphore places = new Semaphore(MAX_WAITING);
  private final AtomicReference<@Nullable String> error = new AtomicReference<>();

  /**
   * A check that has not failed.
   *
   * @param background verifies; each check is a task, so that others have their turn
   * @param reporters logs, for as long as the log appender blocks
   */
  public CrossCheck(Executor background, Executor reporters) {
    this.background = background;
    this.reporters = reporters;
  }

  /** Whether own arithmetic must not verify any more. */
  public boolean hasFailed() {
    return error.get() != null;
  }

  /** What the provider has refused, as one line, or null. */
  public @Nullable String error() {
    return error.get();
  }

  /** What is told of a table: its own state, unless no key has a table any more. */
  TableState state(TableState own) {
    String forAll = error.get();
    return forAll == null ? own : TableState.failed(forAll);
  }

  /**
   * Verification by a table, some of whose answers are checked.
   *
   * @param keys the algorithm of the key and its size, for the log
   * @param byProvider checks
   */
  SignatureVerification of(
      String keys, SignatureVerification byTable, SignatureVerification byProvider) {
    return new Checked(keys, byTable, byProvider);
  }

  /** By one table. */
  private final class Checked implements SignatureVerification {

    private final String keys;
    private final SignatureVerification byTable;
    private final SignatureVerification byProvider;

    /** Plain: where threads race, some signatures are not counted. */
    private long accepted;

    private boolean isNextDue() {
      long next = accepted + 1;
      return next <= FIRST || (next & (INTERVAL - 1)) == 0;
    }

    Checked(String keys, SignatureVerification byTable, SignatureVerification byProvider) {
      this.keys = keys;
      this.byTable = byTable;
      this.byProvider = byProvider;
    }

    @Override
    public boolean verify(byte[] octets, int length, byte[] signature) {
      boolean due = length <= MAX_LENGTH && isNextDue();
      // Both verify the copies: the caller's arrays may change meanwhile.
      byte[] input = due ? Arrays.copyOf(octets, length) : octets;
      byte[] same = due ? signature.clone() : signature;
      boolean valid;
      try {
        valid = byTable.verify(input, length, same);
      } catch (ArithmeticException e) {
        // A check of its own has failed, so that there is no answer.
        fail("one of its own checks failed for a signature of " + keys);
        return byProvider.verify(input, length, same);
      }
      if (valid) {
        accepted++;
        if (due) {
          request(new Check(keys, byProvider, input, same));
        }
      }
      return valid;
    }
  }

  private void request(Check check) {
    // Where there is no place, another one will be checked.
    if (places.tryAcquire()) {
      try {
        background.execute(check);
      } catch (RuntimeException | Error e) {
        // For example because no thread can be started. Some executors run it later nevertheless.
        check.leavePlace();
      }
    }
  }

  /** Of one signature. It refers to no table, which may be dropped meanwhile. */
  private final class Check implements Runnable {

    private final String keys;
    private final SignatureVerification byProvider;
    private final byte[] octets;
    private final byte[] signature;
    private final AtomicBoolean hasPlace = new AtomicBoolean(true);

    Check(String keys, SignatureVerification byProvider, byte[] octets, byte[] signature) {
      this.keys = keys;
      this.byProvider = byProvider;
      this.octets = octets;
      this.signature = signature;
    }

    @Override
    public void run() {
      leavePlace();
      try {
        if (!hasFailed() && byProvider.refuses(octets, octets.length, signature)) {
          fail("it accepted a signature of " + keys + " that the provider refuses");
        }
      } catch (GeneralSecurityException | RuntimeException | Error e) {
        // A provider that is out of order says nothing about the signature.
      }
    }

    void leavePlace() {
      if (hasPlace.getAndSet(false)) {
        places.release();
      }
    }
  }

  /** Turns own arithmetic off for good. */
  void fail(String what) {
    String why =
        "own arithmetic is off: " + what + "; providers verify all signatures while this JVM runs";
    if (error.compareAndSet(null, why)) {
      elsewhere(() -> LOGGER.log(Level.ERROR, () -> why, null));
    }
  }

  /** Runs what may block, such as a log appender, where no table and no check waits for it. */
  void elsewhere(Runnable work) {
    try {
      reporters.execute(work);
    } catch (RuntimeException | Error e) {
      // For example because no thread can be started.
      work.run();
    }
  }
}
