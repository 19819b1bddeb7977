package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Verification by a provider at first, and by a table of the key's multiples once the key has
 * verified enough signatures to be worth one. Thread-safe.
 */
final class UpgradingVerification implements SignatureVerification {

  /** The number of valid signatures after which a table saves more time than it takes to make. */
  static final int USES_BEFORE_TABLE = 16;

  private final PublicKey publicKey;
  private final TableMaker tables;
  private final AtomicInteger uses = new AtomicInteger();
  private volatile SignatureVerification current;
  private volatile boolean hasTable;
  private volatile @Nullable String error;

  UpgradingVerification(PublicKey publicKey, TableMaker tables, SignatureVerification byProvider) {
    this.publicKey = publicKey;
    this.tables = tables;
    this.current = byProvider;
  }

  PublicKey publicKey() {
    return publicKey;
  }

  boolean hasTable() {
    return hasTable;
  }

  /** Why the key has no table although it is used enough, or null. */
  @Nullable String error() {
    return hasTable ? null : error;
  }

  @Override
  public boolean verify(byte[] octets, int length, byte[] signature) {
    boolean valid = current.verify(octets, length, signature);
    // Only valid signatures count: otherwise forgeries could fill the memory with tables.
    if (valid) {
      countUse();
    }
    return valid;
  }

  void countUse() {
    if (uses.get() < USES_BEFORE_TABLE && uses.incrementAndGet() == USES_BEFORE_TABLE) {
      tables.request(this);
    }
  }

  void useTable(SignatureVerification byTable) {
    current = byTable;
    hasTable = true;
  }

  /** Leaves verification to the provider for good. */
  void doWithoutTable(String why) {
    error = why;
  }
}
