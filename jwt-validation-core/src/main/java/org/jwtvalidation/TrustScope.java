// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import org.jwtvalidation.jwk.VerificationKey;

/** How long and how far an issuer is trusted. Thread-safe. */
interface TrustScope {

  /** What servers publish in place of the tenant, in metadata and keys. */
  String ANY_TENANT = "{tenantid}";

  /**
   * Whether the issuer is still trusted. Called for each of its tokens that is in the cache.
   *
   * @param now in milliseconds since 1970
   */
  boolean lasts(long now);

  /**
   * Tells that the signature of a token of this issuer has been verified.
   *
   * @param now in milliseconds since 1970
   */
  default void verified(long now) {}

  /**
   * Whether a Key ID that no key has may be a reason to ask for newer keys. Anyone may have written
   * it.
   */
  default boolean allowsRefresh() {
    return true;
  }

  /**
   * Whether the application has said that the issuer is not trusted any more. Asked at the end of a
   * validation, which may have taken its time.
   */
  default boolean isWithdrawn() {
    return false;
  }

  /**
   * Whether a key of its key source verifies tokens of this issuer. Keys may name one issuer, or
   * all tenants of a server; others belong to all issuers that have them.
   */
  boolean covers(VerificationKey key);
}
