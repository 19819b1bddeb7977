// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;

/**
 * Makes the tables for the keys of one algorithm, if they are a gain. Before the first table of a
 * key, a {@link KnownAnswer} is tested; if that fails, no key ever gets one. If the table of a key
 * cannot be made, only this key has none, until it is tried again after as many uses. If own
 * arithmetic finds itself wrong meanwhile, the {@link CrossCheck} has failed. Thread-safe.
 *
 * <p>A table that is certainly a gain is made by the caller that asks for it: that takes as long as
 * a few verifications by the JDK, and a thread of its own would wait for its turn beside a hundred
 * busy ones. What has to be measured before is made in the background.
 */
public final class TableMaker {

  /** The logger of keys, wherever the code is. */
  static final String LOGGED_AS = "org.jwtvalidation.jwk.VerificationKey";

  private static final GuardedLogger LOGGER = new GuardedLogger(LOGGED_AS);

  /**
   * One thread for all that is measured or checked. It ends after a second without work, so that
   * nothing is closed.
   */
  public static final Executor BACKGROUND =
      new ThreadPoolExecutor(
          0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), TableMaker::thread);

  private static final long LONGEST_TRAINING = TimeUnit.SECONDS.toNanos(10);

  /** Why no key gets a table. */
  private record Failure(String why, @Nullable Throwable cause) {}

  private final Function<PublicKey, SignatureVerification> tables;
  private final KnownAnswer knownAnswer;
  private final TableGain gain;
  private final Executor background;
  private final CrossCheck crossCheck;
  private final ColdGate gate = ColdGate.create();
  private final ReentrantLock test = new ReentrantLock();
  private boolean tested;

  /** Of the background thread. */
  private boolean trained;

  private volatile @Nullable String error;

  /**
   * A maker for one algorithm, whose tables are always a gain.
   *
   * @param tables makes the table of a key, and the verification by it
   * @param background makes the tables
   * @param crossCheck checks what they accept
   */
  public TableMaker(
      Function<PublicKey, SignatureVerification> tables,
      KnownAnswer knownAnswer,
      Executor background,
      CrossCheck crossCheck) {
    this(tables, knownAnswer, TableGain.CERTAIN, background, crossCheck);
  }

  /**
   * A maker for one algorithm.
   *
   * @param tables makes the table of a key, and the verification by it
   * @param background makes the tables; one at a time if the gain is measured
   * @param crossCheck checks what they accept
   */
  public TableMaker(
      Function<PublicKey, SignatureVerification> tables,
      KnownAnswer knownAnswer,
      TableGain gain,
      Executor background,
      CrossCheck crossCheck) {
    this.tables = tables;
    this.knownAnswer = knownAnswer;
    this.gain = gain;
    this.background = background;
    this.crossCheck = crossCheck;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "jwt-validation-key-tables", 0, false);
    thread.setDaemon(true);
    // The thread may outlive the application that happens to be the first to need it.
    thread.setContextClassLoader(null);
    return thread;
  }

  /** Where all verifications by these keys pass. */
  ColdGate gate() {
    return gate;
  }

  /** What all verifications by these tables depend on. */
  public CrossCheck crossCheck() {
    return crossCheck;
  }

  /** Why no key gets a table, or null. */
  public @Nullable String error() {
    return error;
  }

  /** Makes the table of a key that has passed all checks, or tells the key why it gets none. */
  public void request(UpgradingVerification key) {
    // The queue does not keep a key alive that is no longer used; such a key needs no table.
    WeakReference<UpgradingVerification> waiting = new WeakReference<>(key);
    try {
      background.execute(() -> {
        UpgradingVerification stillUsed = waiting.get();
        if (stillUsed != null) {
          make(stillUsed);
        }
      });
    } catch (RuntimeException | Error e) {
      // The verification that asks must not fail, for example because no thread can be started.
      leave(key, e);
    }
  }

  /**
   * Has the JVM compile what verifies by tables, on the background thread, measures before whether
   * that is a gain, and makes the table of a key if it is.
   *
   * @return completes when the arithmetic is as fast as it gets, or after some seconds; never fails
   */
  public CompletableFuture<Void> train(UpgradingVerification key) {
    return train(key, BACKGROUND);
  }

  CompletableFuture<Void> train(UpgradingVerification key, Executor thread) {
    CompletableFuture<Void> trained = new CompletableFuture<>();
    try {
      thread.execute(() -> {
        trainNow(key);
        // What follows may block, and this thread has other keys to care for.
        crossCheck.elsewhere(() -> trained.complete(null));
      });
    } catch (RuntimeException | Error e) {
      // For example because no thread can be started.
      trained.complete(null);
    }
    return trained;
  }

  private void trainNow(UpgradingVerification key) {
    try {
      TableGain.Answer answer = gain.now(key.publicKey());
      boolean byTable = answer == TableGain.Answer.YES;
      if (byTable && !trained) {
        trained = true;
        knownAnswer.train(tables, LONGEST_TRAINING, System::nanoTime);
      }
      follow(answer, key);
      if (byTable) {
        gate.open();
      }
    } catch (GeneralSecurityException | RuntimeException | Error e) {
      stopIfWrong(key, e);
      crossCheck.elsewhere(() ->
          LOGGER.log(Level.WARNING, () -> "not everything is compiled before tokens arrive", e));
    }
  }

  private void make(UpgradingVerification key) {
    try {
      if (key.hasTable() || crossCheck.hasFailed()) {
        return;
      }
      TableGain.Answer answer = gain.expected(key.publicKey(), key.usesSinceRequest());
      follow(answer, key);
      if (answer == TableGain.Answer.NOT_NOW || answer == TableGain.Answer.NOT_YET) {
        key.requestTableLater();
      }
    } catch (RuntimeException | Error e) {
      // The cause may be this key, or a temporary lack of memory.
      stopIfWrong(key, e);
      leave(key, e);
    }
  }

  private void follow(TableGain.Answer answer, UpgradingVerification key) {
    switch (answer) {
      case YES -> makeTested(key);
      case NO, NOT_NOW -> key.doWithoutTable(TableState.DECLINED);
      case NOT_YET -> {
        return;
      }
    }
    gate.settle();
  }

  private void makeTested(UpgradingVerification key) {
    Failure failure = test();
    String wrong = error;
    if (wrong != null) {
      key.doWithoutTable(TableState.failed(wrong));
    } else if (!key.hasTable()) {
      SignatureVerification byTable = tables.apply(key.publicKey());
      key.takeTable(crossCheck.of(kind(key.publicKey()), byTable, key.byProvider()));
    }
    if (failure != null) {
      crossCheck.elsewhere(() -> LOGGER.log(Level.ERROR, () -> failure.why, failure.cause));
    }
  }

  private String kind(PublicKey key) {
    // Those of P-256 and Ed25519 have one size.
    int bits = key instanceof RSAPublicKey rsa ? rsa.getModulus().bitLength() : 256;
    return "a key of " + knownAnswer.algorithm() + " with " + bits + " bits";
  }

  private void leave(UpgradingVerification key, Throwable cause) {
    String why = "a key of " + knownAnswer.algorithm() + " has no table: it could not be made";
    key.doWithoutTable(TableState.failed(why));
    key.requestTableLater();
    gate.settle();
    crossCheck.elsewhere(() -> LOGGER.log(Level.ERROR, () -> why, cause));
  }

  /** The compiler or the processor is to blame, and may be wrong in each table that there is. */
  private void stopIfWrong(UpgradingVerification key, Throwable failure) {
    if (failure instanceof ArithmeticException) {
      crossCheck.fail("one of its own checks failed for " + kind(key.publicKey()));
    }
  }

  /** Before the first table is made. Returns the failure to the thread that finds it. */
  private @Nullable Failure test() {
    test.lock();
    try {
      if (tested) {
        return null;
      }
      Failure failure = testOnce();
      tested = true;
      error = failure == null ? null : failure.why;
      return failure;
    } finally {
      test.unlock();
    }
  }

  private @Nullable Failure testOnce() {
    try {
      return knownAnswer.isGivenBy(tables) ? null : failure("a known answer came out wrong", null);
    } catch (VirtualMachineError e) {
      // A lack of memory says nothing about the answer: the next key tests it.
      throw e;
    } catch (GeneralSecurityException | RuntimeException | Error e) {
      return failure("a known answer could not be tested", e);
    }
  }

  private Failure failure(String what, @Nullable Throwable cause) {
    return new Failure(knownAnswer.algorithm() + " is verified without tables: " + what, cause);
  }
}
