// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.security.GeneralSecurityException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One way to verify the signatures of one key, whose form and length have been checked.
 * Thread-safe.
 */
@FunctionalInterface
public interface SignatureVerification {

  /**
   * Whether {@code signature} is valid for the first {@code length} of {@code octets}. Never throws
   * because of an invalid signature.
   *
   * @throws java.security.ProviderException if it cannot be told, because a provider fails
   */
  boolean verify(byte[] octets, int length, byte[] signature);

  /**
   * Whether this says that {@code signature} is not valid for the first {@code length} of {@code
   * octets}. Unlike {@link #verify}, it tells that from a failure.
   *
   * @throws GeneralSecurityException if it cannot be told
   */
  default boolean refuses(byte[] octets, int length, byte[] signature)
      throws GeneralSecurityException {
    return !verify(octets, length, signature);
  }

  /**
   * Has the JVM compile in the background what verifies, and makes the table of the key if that is
   * a gain.
   *
   * @return completes when that is as fast as it gets, or after some seconds; never fails
   */
  default CompletableFuture<Void> train() {
    return CompletableFuture.completedFuture(null);
  }

  /** Whether a table of the key verifies. */
  default boolean hasTable() {
    return false;
  }

  /** Whether the key is used enough for a table, which would not make it faster. */
  default boolean declinesTable() {
    return false;
  }

  /** Whether the key is used enough for a table, which would take the memory of others. */
  default boolean lacksRoom() {
    return false;
  }

  /** Why the key has no table although it is used enough, or null. */
  default @Nullable String error() {
    return null;
  }
}
