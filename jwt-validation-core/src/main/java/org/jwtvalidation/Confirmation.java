package org.jwtvalidation;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key that the sender of a token has to prove possession of: the claim {@code cnf} (RFC 7800).
 * A validator accepts tokens with this claim only if the caller checks the proof: in {@link
 * TokenValidator#tryValidateBound}, or if {@link
 * IssuerConfig.Builder#senderConstraintCheckedElsewhere} is set.
 *
 * @param keyThumbprint the JWK SHA-256 Thumbprint of the sender's key, in base64url: the member
 *     {@code jkt} (RFC 9449 section 6.1), or null if it is missing
 * @param certificateThumbprint the SHA-256 thumbprint of the sender's certificate, in base64url:
 *     the member {@code x5t#S256} (RFC 8705 section 3.1), or null if it is missing
 */
public record Confirmation(@Nullable String keyThumbprint, @Nullable String certificateThumbprint) {

  /** Rejects a token whose claim does not have the form that {@link #of} reads. */
  static void check(UntrustedClaims claims) {
    UntrustedClaims members = claims.object("cnf");
    if (members != null
        && (!members.isStringOrMissing("jkt") || !members.isStringOrMissing("x5t#S256"))) {
      throw UntrustedClaims.malformed("cnf");
    }
  }

  /** Whether the claim has members, and only those of methods that are checked. */
  static boolean isCheckedBy(Set<ConfirmationMethod> checked, UntrustedClaims claims) {
    if (!(claims.claims().get("cnf") instanceof Map<?, ?> members) || members.isEmpty()) {
      return false;
    }
    int known = 0;
    for (ConfirmationMethod method : checked) {
      known += members.containsKey(method.member()) ? 1 : 0;
    }
    return known == members.size();
  }

  static @Nullable Confirmation of(ClaimsSet claims) {
    ClaimsSet members = claims.object("cnf");
    return members == null
        ? null
        : new Confirmation(members.string("jkt"), members.string("x5t#S256"));
  }
}
