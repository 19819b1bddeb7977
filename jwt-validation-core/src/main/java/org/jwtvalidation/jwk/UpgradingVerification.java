package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Verification without a table at first, and by a table of the key once it has verified enough
 * signatures to be worth one. Thread-safe.
 */
final class UpgradingVerification implements SignatureVerification {

  /** The number of valid signatures after which a table saves more time than it takes to make. */
  static final int USES_BEFORE_TABLE = 16;

  /** The greatest number between two requests for a table. */
  static final int USES_BETWEEN_REQUESTS = 1 << 24;

  private final PublicKey publicKey;
  private final TableMaker tables;
  private final ColdGate gate;
  private final AtomicInteger uses = new AtomicInteger();
  private final AtomicBoolean requested = new AtomicBoolean();
  private volatile int usesBeforeRequest = USES_BEFORE_TABLE;
  private volatile SignatureVerification current;
  private volatile boolean hasTable;
  private volatile boolean declinesTable;
  private volatile @Nullable String error;

  UpgradingVerification(
      PublicKey publicKey, TableMaker tables, SignatureVerification withoutTable) {
    this.publicKey = publicKey;
    this.tables = tables;
    this.gate = tables.gate();
    this.current = withoutTable;
  }

  PublicKey publicKey() {
    return publicKey;
  }

  CompletableFuture<Void> train() {
    return tables.train(this);
  }

  boolean hasTable() {
    return hasTable;
  }

  /** Whether the key is used enough for a table, which would not make it faster. */
  boolean declinesTable() {
    return declinesTable;
  }

  /** About as many valid signatures as there were since the previous request. */
  int usesSinceRequest() {
    return Math.max(USES_BEFORE_TABLE, usesBeforeRequest / 2);
  }

  /** Why the key has no table although it is used enough, or null. */
  @Nullable String error() {
    return hasTable ? null : error;
  }

  @Override
  public boolean verify(byte[] octets, int length, byte[] signature) {
    boolean valid = gate.verify(current, octets, length, signature);
    // Only valid signatures count: otherwise forgeries could fill the memory with tables.
    if (valid && !hasTable) {
      countUse();
    }
    return valid;
  }

  void countUse() {
    if (!requested.get()
        && uses.incrementAndGet() >= usesBeforeRequest
        && requested.compareAndSet(false, true)) {
      tables.request(this);
    }
  }

  /** Requests the table again after as many signatures as there were by now; by one thread. */
  void requestTableLater() {
    int limit = usesBeforeRequest;
    if (limit < USES_BETWEEN_REQUESTS) {
      usesBeforeRequest = 2 * limit;
    } else {
      uses.set(0);
    }
    requested.set(false);
  }

  void useTable(SignatureVerification byTable) {
    current = byTable;
    hasTable = true;
    declinesTable = false;
  }

  /** Verifies without a table, which is as fast. */
  void declineTable() {
    declinesTable = true;
  }

  /** Verifies without a table for good. */
  void doWithoutTable(String why) {
    error = why;
  }
}
