package org.jwtvalidation.internal.tables;

import java.lang.System.Logger.Level;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * Has the provider verify some of the signatures, too, that own arithmetic has accepted. If the
 * provider refuses one, the check has failed for good, and providers verify everything from then
 * on. That finds a fault of the compiler, of the processor or of the arithmetic; it stops no
 * attacker, whose one signature need not be among those that are checked. Thread-safe.
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

  /** The first signatures of four keys, which are 1 MiB if they are as long as they may be. */
  static final int MAX_WAITING = 64;

  private static final GuardedLogger LOGGER = new GuardedLogger(TableMaker.LOGGED_AS);

  private final BoundedExecutor checks;
  private final Executor reporters;
  private final AtomicReference<@Nullable String> error = new AtomicReference<>();

  /**
   * A check that has not failed.
   *
   * @param background verifies, one signature after the other
   * @param reporters logs, for as long as the log appender blocks
   */
  public CrossCheck(Executor background, Executor reporters) {
    this.checks = new BoundedExecutor(background, 1, MAX_WAITING);
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

    Checked(String keys, SignatureVerification byTable, SignatureVerification byProvider) {
      this.keys = keys;
      this.byTable = byTable;
      this.byProvider = byProvider;
    }

    @Override
    public boolean verify(byte[] octets, int length, byte[] signature) {
      boolean valid = byTable.verify(octets, length, signature);
      if (valid && isDue(++accepted)) {
        request(keys, byProvider, Arrays.copyOf(octets, length), signature.clone());
      }
      return valid;
    }
  }

  /** Checks later. What waits refers to no table, which may be dropped meanwhile. */
  private void request(
      String keys, SignatureVerification byProvider, byte[] octets, byte[] signature) {
    checks.execute(
        () -> check(keys, byProvider, octets, signature),
        () -> {
          // Another one will be checked.
        });
  }

  private void check(
      String keys, SignatureVerification byProvider, byte[] octets, byte[] signature) {
    if (hasFailed()) {
      return;
    }
    try {
      if (byProvider.refuses(octets, octets.length, signature)) {
        fail(keys);
      }
    } catch (GeneralSecurityException | RuntimeException | Error e) {
      // A provider that is out of order says nothing about the signature.
    }
  }

  private static boolean isDue(long number) {
    return number <= FIRST || (number & (INTERVAL - 1)) == 0;
  }

  private void fail(String keys) {
    String why =
        "own arithmetic is off: it accepted a signature of "
            + keys
            + " that the provider refuses; providers verify all signatures while this JVM runs";
    if (error.compareAndSet(null, why)) {
      report(() -> LOGGER.log(Level.ERROR, () -> why, null));
    }
  }

  private void report(Runnable report) {
    try {
      reporters.execute(report);
    } catch (RuntimeException | Error e) {
      // For example because no thread can be started.
      report.run();
    }
  }
}
