// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.security.PublicKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
  private final AtomicReference<State> state;

  /** The round of the latest use of the table. Plain: whatever a thread reads is nearly right. */
  private int usedIn;

  /** What verifies, and what is told of that. */
  private record State(SignatureVerification verification, TableState told) {

    boolean hasTable() {
      return told == TableState.PRESENT;
    }
  }

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
   * @param budget has room for the table of the key, if others lose theirs
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
    this.state = new AtomicReference<>(new State(withoutTable, TableState.NONE));
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  SignatureVerification byProvider() {
    return byProvider;
  }

  @Override
  public @Nullable CompletableFuture<Void> train() {
    return crossCheck.hasFailed() ? null : tables.train(this);
  }

  @Override
  public TableState tableState() {
    return crossCheck.state(state.get().told);
  }

  public boolean hasTable() {
    return tableState() == TableState.PRESENT;
  }

  public int usedIn() {
    return usedIn;
  }

  /** About as many valid signatures as there were since the previous request. */
  public int usesSinceRequest() {
    return Math.max(USES_BEFORE_TABLE, usesBeforeRequest / 2);
  }

  @Override
  public boolean verify(byte[] octets, int length, byte[] signature) {
    State now = state.get();
    if (crossCheck.hasFailed()) {
      if (now.hasTable()) {
        // The memory of a table is worth nothing any more.
        state.set(new State(withoutTable, TableState.NONE));
      }
      return byProvider.verify(octets, length, signature);
    }
    boolean valid = gate.verify(now.verification, octets, length, signature);
    // Only valid signatures count: otherwise forgeries could fill the memory with tables.
    if (valid) {
      if (now.hasTable()) {
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

  /** Takes a table. */
  public void takeTable(SignatureVerification byTable) {
    budget.admit(this, byTable);
  }

  /** Called by the budget, as is {@link #loseTable}, one at a time. */
  public void useTable(SignatureVerification byTable) {
    usedIn = budget.round();
    state.set(new State(byTable, TableState.PRESENT));
  }

  /** Verifies without a table until the key has been used as often as without one so far. */
  public void loseTable() {
    state.set(new State(withoutTable, TableState.WITHOUT_ROOM));
    requestTableLater();
  }

  /** Verifies without a table, unless there is one. */
  public void doWithoutTable(TableState why) {
    state.updateAndGet(now -> now.hasTable() ? now : new State(withoutTable, why));
  }
}
