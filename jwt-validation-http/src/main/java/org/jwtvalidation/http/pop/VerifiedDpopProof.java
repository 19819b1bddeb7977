// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.ClaimsSet;

/**
 * A DPoP proof (RFC 9449 section 4) that is well-formed and signed by the key to which a token is
 * bound; only a {@link DpopProofVerifier} creates it. Whether it proves anything about a request is
 * still to be checked: its method, URI, time, access token, nonce, and that it is used once.
 * Immutable and thread-safe.
 */
final class VerifiedDpopProof {

  private final ClaimsSet claims;
  private final SignatureAlgorithm algorithm;
  private final String keyThumbprint;

  VerifiedDpopProof(VerifiedJws verified, String keyThumbprint) {
    this.claims = new ClaimsSet(verified);
    this.algorithm = verified.key().algorithm();
    this.keyThumbprint = keyThumbprint;
  }

  /** All claims. */
  ClaimsSet claims() {
    return claims;
  }

  /** The claim {@code jti}, of 1 to 128 characters. */
  String jti() {
    return required("jti");
  }

  /** The claim {@code htm}, the method of the request; not empty. */
  String htm() {
    return required("htm");
  }

  /** The claim {@code htu}, the URI of the request; not empty. */
  String htu() {
    return required("htu");
  }

  /** The claim {@code iat}. */
  Instant issuedAt() {
    return Objects.requireNonNull(claims.instant("iat"));
  }

  /** The claim {@code ath}, the hash of the access token, or null if it is missing. */
  @Nullable String accessTokenHash() {
    return claims.string("ath");
  }

  /** The claim {@code nonce}, or null if it is missing. */
  @Nullable String nonce() {
    return claims.string("nonce");
  }

  /** The JWK SHA-256 Thumbprint (RFC 7638) of the key that verified the signature. */
  String keyThumbprint() {
    return keyThumbprint;
  }

  /** The algorithm of the key that verified the signature. */
  SignatureAlgorithm algorithm() {
    return algorithm;
  }

  private String required(String name) {
    return Objects.requireNonNull(claims.string(name));
  }

  /** Shows the algorithm, and nothing of the proof. */
  @Override
  public String toString() {
    return "VerifiedDpopProof[algorithm=" + algorithm.joseName() + "]";
  }
}
