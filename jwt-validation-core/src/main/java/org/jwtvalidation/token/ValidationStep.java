// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

/**
 * The steps of a validation, in their order. Each begins where the previous one ends, so their
 * times add up to the time of the whole. Each constant names the {@linkplain Reason reasons} for
 * which the step rejects a token.
 *
 * <p>ID tokens skip {@link #CACHE_LOOKUP} and {@link #CACHE_STORE}. Refresh tokens have only {@link
 * #TOKEN_FORMAT_CHECK}. A later version may add constants.
 */
public enum ValidationStep {
  /**
   * Checks that there is a token of acceptable length, without reading it: {@link
   * Reason#TOKEN_EMPTY}, {@link Reason#TOKEN_TOO_LARGE}.
   */
  TOKEN_FORMAT_CHECK,
  /**
   * Looks the token up in the cache. It is found only while it is valid in time and its key is in
   * force; then only {@link #CUSTOM_CHECKS} remain and, for a token that is bound to a key, what of
   * {@link #CLAIMS_VALIDATION} depends on the caller. Undecided only if the key source throws.
   */
  CACHE_LOOKUP,
  /**
   * Decodes and parses the token: {@link Reason#TEXT_AROUND_TOKEN}, {@link
   * Reason#MALFORMED_SEGMENTS}, {@link Reason#MALFORMED_BASE64}, {@link Reason#MALFORMED_JSON},
   * {@link Reason#LIMIT_EXCEEDED}, {@link Reason#ENCRYPTED_TOKEN}.
   */
  TOKEN_PARSING,
  /** Reads the claim {@code iss}: {@link Reason#ISSUER_MISSING}, {@link Reason#CLAIM_MALFORMED}. */
  ISSUER_EXTRACTION,
  /**
   * Finds the issuer of exactly this name: {@link Reason#ISSUER_UNKNOWN}. No connection is opened
   * for an unknown one.
   */
  ISSUER_CONFIG_RESOLUTION,
  /**
   * Checks the JOSE Header: {@link Reason#UNSECURED_TOKEN}, {@link Reason#ALGORITHM_NOT_ALLOWED},
   * {@link Reason#CRITICAL_HEADER}, {@link Reason#EMBEDDED_KEY}, {@link Reason#TYPE_MISMATCH},
   * {@link Reason#CLAIM_MALFORMED}, {@link Reason#LIMIT_EXCEEDED}.
   */
  HEADER_VALIDATION,
  /**
   * Checks the claims by the built-in rules, which cost less than a signature: {@link
   * Reason#CLAIM_MISSING}, {@link Reason#CLAIM_MALFORMED}, {@link Reason#EXPIRED}, {@link
   * Reason#NOT_YET_VALID}, {@link Reason#ISSUED_IN_FUTURE}, {@link Reason#TOO_OLD}, {@link
   * Reason#AUDIENCE_MISMATCH}, {@link Reason#AUTHORIZED_PARTY_MISMATCH}, {@link
   * Reason#TYPE_MISMATCH}; for access tokens {@link Reason#SENDER_CONSTRAINED}; for ID tokens
   * {@link Reason#NONCE_MISMATCH}, {@link Reason#AUTHENTICATION_TOO_OLD}.
   */
  CLAIMS_VALIDATION,
  /**
   * Finds the key, and may fetch newer keys: {@link Reason#KEY_UNKNOWN}, {@link
   * Reason#KEY_AMBIGUOUS}. Undecided if there are no keys.
   */
  KEY_RESOLUTION,
  /** Verifies the signature: {@link Reason#SIGNATURE_INVALID}. */
  SIGNATURE_VALIDATION,
  /**
   * Runs what needs verified claims: the issuer's {@link org.jwtvalidation.RoleMapper}, {@link
   * org.jwtvalidation.ScopeMapper} and {@link org.jwtvalidation.ClaimCheck}s, and for ID tokens the
   * comparison of {@code at_hash}. For a token from the cache, only the checks run, if there are
   * any. Rejects with {@link Reason#CLAIM_CHECK_FAILED}, {@link Reason#TOKEN_HASH_MISMATCH}.
   */
  CUSTOM_CHECKS,
  /** Creates the typed token. */
  TOKEN_BUILDING,
  /** Stores an access token in the cache. */
  CACHE_STORE,
  /** All steps together. Monitors derive it; it is never reported as completed. */
  COMPLETE_VALIDATION
}
