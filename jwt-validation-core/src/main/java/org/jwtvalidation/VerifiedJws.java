package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.SIGNATURE_VALIDATION;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * Proof of a valid signature: what was signed, and by which key. Only {@link #verify} creates it.
 */
final class VerifiedJws {

  private final Map<String, @Nullable Object> header;
  private final ClaimsSet claims;
  private final SignatureVerifier verifier;

  private VerifiedJws(
      Map<String, @Nullable Object> header, ClaimsSet claims, SignatureVerifier verifier) {
    this.header = header;
    this.claims = claims;
    this.verifier = verifier;
  }

  static VerifiedJws verify(CompactJws jws, SignatureVerifier verifier) {
    if (!verifier.verify(jws.octets(), jws.signingInputLength(), jws.signature())) {
      throw rejected(SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID, null);
    }
    return new VerifiedJws(jws.header(), new ClaimsSet(jws.claims()), verifier);
  }

  /** The JOSE Header, unmodifiable at every level. */
  Map<String, @Nullable Object> header() {
    return header;
  }

  ClaimsSet claims() {
    return claims;
  }

  SignatureVerifier verifier() {
    return verifier;
  }
}
