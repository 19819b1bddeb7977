package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.SIGNATURE_VALIDATION;

import org.jwtvalidation.jwk.VerificationKey;

/**
 * Proof that a signature has held: what was signed, and by which key. {@link #verify} alone makes
 * one.
 */
final class VerifiedJws {

  private final ClaimsSet claims;
  private final VerificationKey key;

  private VerifiedJws(ClaimsSet claims, VerificationKey key) {
    this.claims = claims;
    this.key = key;
  }

  static VerifiedJws verify(CompactJws jws, VerificationKey key) {
    if (!key.verify(jws.octets(), jws.signingInputLength(), jws.signature())) {
      throw rejected(SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID, null);
    }
    return new VerifiedJws(new ClaimsSet(jws.claims()), key);
  }

  ClaimsSet claims() {
    return claims;
  }

  VerificationKey key() {
    return key;
  }
}
