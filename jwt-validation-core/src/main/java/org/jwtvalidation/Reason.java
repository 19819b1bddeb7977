package org.jwtvalidation;

/** Why a token was rejected. The names are stable: dashboards and alerts may rely on them. */
public enum Reason {
  /** Null, empty or blank. */
  TOKEN_EMPTY,
  /** Longer than {@link TokenLimits#tokenLength()}. */
  TOKEN_TOO_LARGE,
  /**
   * Not the three segments of a JWS in compact serialization, or one of the first two empty (RFC
   * 7515 section 7.1).
   */
  MALFORMED_SEGMENTS,
  /** A segment that is not canonical base64url without padding (RFC 7515 section 2). */
  MALFORMED_BASE64,
  /**
   * Header or claims that are not a strict JSON object, or name a member twice (RFC 7519 section
   * 4).
   */
  MALFORMED_JSON,
  /** Beyond one of the other {@link TokenLimits}, or a number beyond what they say of numbers. */
  LIMIT_EXCEEDED,
  /** {@code alg} is {@code none} (RFC 7519 section 6). */
  UNSECURED_TOKEN,
  /** The five segments of a JWE (RFC 7516). */
  ENCRYPTED_TOKEN,
  /**
   * {@code alg} is missing, unknown, or not among the issuer's algorithms (RFC 8725 section 3.1).
   */
  ALGORITHM_NOT_ALLOWED,
  /** {@code crit} or {@code b64} in the header (RFC 7515 section 4.1.11, RFC 7797). */
  CRITICAL_HEADER,
  /**
   * A key or the way to one in the header: {@code jwk}, {@code jku}, {@code x5u}, {@code x5c} (RFC
   * 8725 section 3.10).
   */
  EMBEDDED_KEY,
  /**
   * A token of another kind (RFC 8725 section 3.11), by {@code typ} or {@code cty} in its header or
   * by its claims. Of the claims, {@code events} marks neither an access token nor an ID token, and
   * {@code typ} (Keycloak) or {@code token_use} (Amazon Cognito), if present, must name the expected
   * kind. An access token has no {@code at_hash}, {@code c_hash} or {@code s_hash}; with {@code
   * nonce} or {@code auth_time}, as ID tokens have them, it needs a mark of an access token: {@code
   * at+jwt} in the header, or one of the claims {@code scope}, {@code scp}, {@code client_id},
   * {@code typ} and {@code token_use}.
   */
  TYPE_MISMATCH,
  /** No claim {@code iss}. */
  ISSUER_MISSING,
  /** No configuration for the claim {@code iss}, which is compared exactly. */
  ISSUER_UNKNOWN,
  /** A required claim is missing. */
  CLAIM_MISSING,
  /** A claim or header parameter whose value is not of the type that its standard asks for. */
  CLAIM_MALFORMED,
  /**
   * {@code aud} names none of the expected audiences, or not all that are required (RFC 7519 section
   * 4.1.3), or, in an ID token, one that the client does not trust (OpenID Connect Core 1.0 section
   * 3.1.3.7).
   */
  AUDIENCE_MISMATCH,
  /** {@code azp} or {@code client_id} is not one of the expected clients. */
  AUTHORIZED_PARTY_MISMATCH,
  /** {@code exp} has passed (RFC 7519 section 4.1.4). */
  EXPIRED,
  /** {@code nbf} has not come (RFC 7519 section 4.1.5). */
  NOT_YET_VALID,
  /** {@code iat} or {@code auth_time} is in the future. */
  ISSUED_IN_FUTURE,
  /** {@code iat} is longer ago than the issuer's maximum age. */
  TOO_OLD,
  /**
   * {@code cnf}: a token that is bound to a key of its sender (RFC 7800), used as a mere bearer
   * token.
   */
  SENDER_CONSTRAINED,
  /** The token names no key, and several of the issuer's keys fit. */
  KEY_AMBIGUOUS,
  /** The issuer has no fitting key. */
  KEY_UNKNOWN,
  /** The signature does not hold. */
  SIGNATURE_INVALID,
  /** {@code nonce} is not the one that was sent (OpenID Connect Core 1.0 section 3.1.3.7). */
  NONCE_MISMATCH,
  /**
   * {@code at_hash} is not the hash of the access token (OpenID Connect Core 1.0 section 3.1.3.8).
   */
  TOKEN_HASH_MISMATCH,
  /** {@code auth_time} is longer ago than was asked for. */
  AUTHENTICATION_TOO_OLD,
  /** A {@link ClaimCheck} or a {@link RoleMapper} refused the claims, or failed. */
  CLAIM_CHECK_FAILED
}
