package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.SIGNATURE_VALIDATION;

import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * Proof of a valid signature: what was signed, and by which key. Only {@link #verify} creates it.
 */
final class VerifiedJws {

  private final ClaimsSet claims;
  private final SignatureVerifier verifier;

  private VerifiedJws(ClaimsSet claims, SignatureVerifier verifier) {
    this.claims = claims;
    this.verifier = verifier;
  }

  static VerifiedJws verify(CompactJws jws, SignatureVerifier verifier) {
    if (!verifier.verify(jws.octets(), jws.signingInputLength(), jws.signature())) {
      throw rejected(SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID, null);
    }
    return new VerifiedJws(new ClaimsSet(jws.claims()), verifier);
  }

  ClaimsSet claims() {
    return claims;
  }

  SignatureVerifier verifier() {
    return verifier;
  }
}
