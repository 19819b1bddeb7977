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
   * @return completes when that is as fast as it gets, or after some seconds; never fails; null if
   *     a provider verifies
   */
  default @Nullable CompletableFuture<Void> train() {
    return null;
  }

  /** Whether a table of the key verifies, or why none does. */
  default TableState tableState() {
    return TableState.NONE;
  }
}
