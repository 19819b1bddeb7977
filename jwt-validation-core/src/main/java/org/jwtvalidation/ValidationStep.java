package org.jwtvalidation;

/**
 * The steps of a validation, in their order. Each ends where the next begins, so that their times
 * add up to the whole.
 */
public enum ValidationStep {
  /** Null, blank, too long: nothing that reads every character. */
  TOKEN_FORMAT_CHECK,
  /**
   * The look for the same token among those validated before; a hit goes on with {@link
   * #CUSTOM_CHECKS}.
   */
  CACHE_LOOKUP,
  /** Segments, base64url and JSON, once. */
  TOKEN_PARSING,
  /** Reading the claim {@code iss}. */
  ISSUER_EXTRACTION,
  /** Finding the configuration of that issuer. */
  ISSUER_CONFIG_RESOLUTION,
  /** The rules for the JOSE Header: algorithm, type, critical parameters, no embedded key. */
  HEADER_VALIDATION,
  /** The built-in rules for the claims, which are cheaper than a signature. */
  CLAIMS_VALIDATION,
  /** Finding the key, which may have to be fetched. */
  KEY_RESOLUTION,
  /** The signature. */
  SIGNATURE_VALIDATION,
  /** The {@link ClaimCheck}s of the issuer, on verified claims. */
  CUSTOM_CHECKS,
  /** Making the typed token. */
  TOKEN_BUILDING,
  /** Putting the token into the cache. */
  CACHE_STORE,
  /** All steps together. */
  COMPLETE_VALIDATION
}
