// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.security.PublicKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Verification without a table at first, and by a table of the key once it has verified enough
 * signatures to be worth one, until other keys need its memory more. Thread-safe.
 */
public final class UpgradingVerification implements SignatureVerification {

  /** The number of valid signatures after which a table saves more time than it takes to make. */
  public static final int USES_BEFORE_TABLE = 16;

  /** The greatest number between two requests for a table. */
  public static final int USES_BETWEEN_REQUESTS = 1 << 24;

  private final PublicKey publicKey;
  private final TableMaker tables;
  private final TableBudget budget;
  private final SignatureVerification withoutTable;
  private final SignatureVerification byProvider;
  private final ColdGate gate;
  private final CrossCheck crossCheck;
  private final AtomicInteger uses = new AtomicInteger();
  private final AtomicBoolean requested = new AtomicBoolean();
  private volatile int usesBeforeRequest = USES_BEFORE_TABLE;
  private volatile SignatureVerification current;
  private volatile boolean hasTable;
  private volatile boolean declinesTable;
  private volatile boolean lacksRoom;

  /** The round of the latest use of the table. Plain: whatever a thread reads is nearly right. */
  private int usedIn;

  private volatile @Nullable String error;

  /** Verification by the provider until there is a table. */
  public UpgradingVerification(
      PublicKey publicKey,
      TableMaker tables,
      TableBudget budget,
      SignatureVerification byProvider) {
    this(publicKey, tables, budget, byProvider, byProvider);
  }

  /**
   * Verification without a table.
   *
   * @param withoutTable verifies until there is a table
   * @param byProvider checks the table, and verifies after the cross-check has failed
   */
  public UpgradingVerification(
      PublicKey publicKey,
      TableMaker tables,
      TableBudget budget,
      SignatureVerification withoutTable,
      SignatureVerification byProvider) {
    this.publicKey = publicKey;
    this.tables = tables;
    this.budget = budget;
    this.withoutTable = withoutTable;
    this.byProvider = byProvider;
    this.gate = tables.gate();
    this.crossCheck = tables.crossCheck();
    this.current = withoutTable;
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  SignatureVerification byProvider() {
    return byProvider;
  }

  @Override
  public CompletableFuture<Void> train() {
    return crossCheck.hasFailed() ? CompletableFuture.completedFuture(null) : tables.train(this);
  }

  @Override
  public boolean hasTable() {
    return hasTable && !crossCheck.hasFailed();
  }

  @Override
  public boolean declinesTable() {
    return declinesTable && !crossCheck.hasFailed();
  }

  @Override
  public boolean lacksRoom() {
    return lacksRoom && !crossCheck.hasFailed();
  }

  public int usedIn() {
    return usedIn;
  }

  /** About as many valid signatures as there were since the previous request. */
  public int usesSinceRequest() {
    return Math.max(USES_BEFORE_TABLE, usesBeforeRequest / 2);
  }

  @Override
  public @Nullable String error() {
    String forAll = crossCheck.error();
    return forAll != null || hasTable ? forAll : error;
  }

  @Override
  public boolean verify(byte[] octets, int length, byte[] signature) {
    if (crossCheck.hasFailed()) {
      if (current != withoutTable) {
        // The memory of a table is worth nothing any more.
        current = withoutTable;
      }
      return byProvider.verify(octets, length, signature);
    }
    boolean valid = gate.verify(current, octets, length, signature);
    // Only valid signatures count: otherwise forgeries could fill the memory with tables.
    if (valid) {
      if (hasTable) {
        noteUse();
      } else {
        countUse();
      }
    }
    return valid;
  }

  private void noteUse() {
    int now = budget.round();
    if (usedIn != now) {
      usedIn = now;
    }
  }

  public void countUse() {
    if (!requested.get()
        && uses.incrementAndGet() >= usesBeforeRequest
        && requested.compareAndSet(false, true)) {
      tables.request(this);
    }
  }

  /** Requests the table again after as many signatures as there were by now; by one thread. */
  public void requestTableLater() {
    int limit = usesBeforeRequest;
    if (limit < USES_BETWEEN_REQUESTS) {
      usesBeforeRequest = 2 * limit;
    } else {
      uses.set(0);
    }
    requested.set(false);
  }

  /** Whether the budget has room for the table; if not, the key does without. */
  public boolean hasRoomForTable() {
    boolean fits = budget.fits(publicKey);
    lacksRoom = !fits;
    return fits;
  }

  /** Takes a table for which there is room. */
  public void takeTable(SignatureVerification byTable) {
    budget.admit(this, byTable);
  }

  /** Called by the budget, as is {@link #loseTable}, one at a time. */
  public void useTable(SignatureVerification byTable) {
    usedIn = budget.round();
    current = byTable;
    hasTable = true;
    declinesTable = false;
    lacksRoom = false;
  }

  /** Verifies without a table until the key has been used as much again as so far. */
  public void loseTable() {
    hasTable = false;
    current = withoutTable;
    lacksRoom = true;
    requestTableLater();
  }

  /** Verifies without a table, which is as fast. */
  public void declineTable() {
    declinesTable = true;
    lacksRoom = false;
  }

  /** Verifies without a table for good. */
  public void doWithoutTable(String why) {
    error = why;
  }
}
