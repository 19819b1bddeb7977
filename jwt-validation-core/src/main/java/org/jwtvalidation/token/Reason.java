// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

/**
 * Why a token was rejected. A {@link Rejection} also names the {@link ValidationStep} that rejected
 * it. The names of the constants are stable: dashboards and alerts may rely on them. A later
 * version may add constants.
 *
 * <p>Times are compared with the clock of the validator, with the issuer's leeway.
 */
public enum Reason {
  /** The token is null, empty or blank. */
  TOKEN_EMPTY,
  /** The token is longer than {@link org.jwtvalidation.TokenLimits#tokenLength()}. */
  TOKEN_TOO_LARGE,
  /**
   * The token begins with {@code Bearer} or {@code DPoP} and white space, or begins or ends with
   * white space. Pass the token alone, without the authentication scheme (RFC 9110 section 11.4).
   */
  TEXT_AROUND_TOKEN,
  /**
   * The token does not have the three segments of a JWS in compact serialization, or its header or
   * payload is empty (RFC 7515 section 7.1).
   */
  MALFORMED_SEGMENTS,
  /** A segment is not canonical base64url without padding (RFC 7515 section 2). */
  MALFORMED_BASE64,
  /**
   * Header or claims are not a JSON object in strict syntax (RFC 8259): for example not valid
   * UTF-8, with a member named twice (RFC 7519 section 4), with a lone surrogate, or followed by
   * anything else.
   */
  MALFORMED_JSON,
  /** The token exceeds another of the {@link org.jwtvalidation.TokenLimits} than its length. */
  LIMIT_EXCEEDED,
  /** {@code alg} is {@code none} (RFC 7519 section 6). */
  UNSECURED_TOKEN,
  /** The token has the five segments of a JWE (RFC 7516 section 7.1). */
  ENCRYPTED_TOKEN,
  /**
   * {@code alg} is missing, not a string, unknown, or not one of the issuer's algorithms (RFC 8725
   * section 3.1). Names are compared exactly.
   */
  ALGORITHM_NOT_ALLOWED,
  /** The header has {@code crit} or {@code b64} (RFC 7515 section 4.1.11, RFC 7797). */
  CRITICAL_HEADER,
  /**
   * The header has a key or a reference to one: {@code jwk}, {@code jku}, {@code x5u} or {@code
   * x5c} (RFC 8725 section 3.10). In a DPoP proof, {@code jwk} is not a public key that is safe to
   * use with the proof's algorithm, or there is one of the others (RFC 9449 section 4.3).
   */
  EMBEDDED_KEY,
  /**
   * The token is of another kind (RFC 8725 section 3.11), by {@code typ} or {@code cty} in its
   * header or by its claims:
   *
   * <ul>
   *   <li>{@code events} marks neither an access token nor an ID token.
   *   <li>{@code typ} (Keycloak) and {@code token_use} (Amazon Cognito), if present, must name the
   *       expected kind.
   *   <li>An access token has no {@code at_hash}, {@code c_hash} or {@code s_hash}.
   *   <li>An access token with {@code nonce} or {@code auth_time}, as ID tokens have them, needs a
   *       mark of an access token: {@code at+jwt} in the header, or one of the claims {@code
   *       scope}, {@code scp}, {@code client_id}, {@code typ} and {@code token_use}; unless {@link
   *       org.jwtvalidation.IssuerConfig.Builder#accessTokenMarkOptional} is set.
   * </ul>
   */
  TYPE_MISMATCH,
  /** The claim {@code iss} is missing. */
  ISSUER_MISSING,
  /** No trusted issuer has exactly the name in {@code iss}. */
  ISSUER_UNKNOWN,
  /** A required claim is missing. */
  CLAIM_MISSING,
  /**
   * A claim or header parameter does not have the type that its standard requires, a date is not in
   * the years 1 to 9999, or a string is empty that must not be: {@code sub}, {@code at_hash},
   * {@code sub} or {@code iss} within {@code act}, and {@code jti}, {@code htm} or {@code htu} of a
   * DPoP proof.
   */
  CLAIM_MALFORMED,
  /**
   * {@code aud} names none of the expected audiences, or not all that are required (RFC 7519
   * section 4.1.3), or, in an ID token, one that the client does not trust (OpenID Connect Core 1.0
   * section 3.1.3.7).
   */
  AUDIENCE_MISMATCH,
  /**
   * {@code azp}, {@code client_id} or the claim named by {@link
   * org.jwtvalidation.IssuerConfig.Builder#clientClaim} is not one of the expected clients.
   */
  AUTHORIZED_PARTY_MISMATCH,
  /** {@code exp} has passed (RFC 7519 section 4.1.4). */
  EXPIRED,
  /** {@code nbf} is in the future (RFC 7519 section 4.1.5). */
  NOT_YET_VALID,
  /** {@code iat} or {@code auth_time} is in the future. */
  ISSUED_IN_FUTURE,
  /** {@code iat} is longer ago than the issuer's maximum age. */
  TOO_OLD,
  /**
   * {@code cnf} binds the token to a key of its sender (RFC 7800), and neither does the caller
   * check every member of it, nor does the configuration say that it is checked elsewhere.
   */
  SENDER_CONSTRAINED,
  /** The token has no {@code kid}, and several keys of the issuer fit. */
  KEY_AMBIGUOUS,
  /**
   * The issuer has no usable key for the token: none with its {@code kid}, only one for another
   * algorithm or another issuer, or, without {@code kid}, none for its algorithm. A DPoP proof has
   * another key than the one to which the token is bound.
   */
  KEY_UNKNOWN,
  /** The signature is not valid. */
  SIGNATURE_INVALID,
  /**
   * {@code nonce} is not the one that the client sent, or present although it sent none (OpenID
   * Connect Core 1.0 section 3.1.3.7).
   */
  NONCE_MISMATCH,
  /**
   * {@code at_hash} is not the hash of the access token (OpenID Connect Core 1.0 section 3.1.3.8).
   */
  TOKEN_HASH_MISMATCH,
  /** {@code auth_time} is longer ago than the client allows. */
  AUTHENTICATION_TOO_OLD,
  /**
   * A {@link org.jwtvalidation.ClaimCheck} refused the claims, or it or a mapper threw an
   * exception.
   */
  CLAIM_CHECK_FAILED
}
