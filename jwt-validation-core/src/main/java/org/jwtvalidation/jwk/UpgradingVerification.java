package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Verification by a provider until the key has proved to be used, and by its table as soon as that
 * is there, which goes with the key. Thread-safe.
 */
final class UpgradingVerification implements SignatureVerification {

  /** So many verifications by a table save what it costs to make. */
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

  /** Why the key got no table though it is used enough, or null. */
  @Nullable String error() {
    return hasTable ? null : error;
  }

  @Override
  public boolean verify(byte[] octets, int length, byte[] signature) {
    if (uses.get() < USES_BEFORE_TABLE && uses.incrementAndGet() == USES_BEFORE_TABLE) {
      tables.request(this);
    }
    return current.verify(octets, length, signature);
  }

  void useTable(SignatureVerification byTable) {
    current = byTable;
    hasTable = true;
  }

  /** Leaves the key with its provider for good. */
  void doWithoutTable(String why) {
    error = why;
  }
}
