// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import org.jspecify.annotations.Nullable;

/**
 * The key that the sender of a token has to prove possession of: the claim {@code cnf} (RFC 7800).
 * A validator accepts tokens with this claim only if the caller checks the proof: in {@link
 * org.jwtvalidation.TokenValidator#tryValidate(String, java.util.Set)}, or if {@link
 * org.jwtvalidation.IssuerConfig.Builder#senderConstraintCheckedElsewhere} is set.
 *
 * @param keyThumbprint the JWK SHA-256 Thumbprint of the sender's key, in base64url: the member
 *     {@code jkt} (RFC 9449 section 6.1), or null if it is missing
 * @param certificateThumbprint the SHA-256 thumbprint of the sender's certificate, in base64url:
 *     the member {@code x5t#S256} (RFC 8705 section 3.1), or null if it is missing
 */
public record Confirmation(@Nullable String keyThumbprint, @Nullable String certificateThumbprint) {

  static @Nullable Confirmation of(ClaimsSet claims) {
    ClaimsSet members = claims.object("cnf");
    return members == null
        ? null
        : new Confirmation(members.string("jkt"), members.string("x5t#S256"));
  }
}
