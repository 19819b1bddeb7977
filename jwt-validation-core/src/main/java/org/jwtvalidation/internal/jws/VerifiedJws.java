// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;

/**
 * Proof of a valid signature: what was signed, and by which key. Only {@link #verify} creates it.
 */
public final class VerifiedJws {

  private final CompactJws jws;
  private final VerificationKey key;

  private VerifiedJws(CompactJws jws, VerificationKey key) {
    this.jws = jws;
    this.key = key;
  }

  /** Verifies the signature; null if it is invalid. */
  public static @Nullable VerifiedJws verify(CompactJws jws, SignatureVerifier verifier) {
    return verifier.verify(jws.octets(), jws.signingInputLength(), jws.signature())
        ? new VerifiedJws(jws, verifier.key())
        : null;
  }

  CompactJws jws() {
    return jws;
  }

  /** The JOSE Header, unmodifiable at every level. */
  public Map<String, @Nullable Object> header() {
    return jws.header();
  }

  /** The JWT Claims Set, unmodifiable at every level. */
  public Map<String, @Nullable Object> claims() {
    return jws.claims();
  }

  /** The key that verified the signature. */
  public VerificationKey key() {
    return key;
  }
}
