package org.jwtvalidation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * A token that has passed every step of its validation; there is no other way to get one. It does
 * not hold the text of the token. Immutable and thread-safe.
 */
public sealed interface ValidatedToken permits AccessToken, IdToken {

  /** {@return the claim {@code iss}, one of the validator's issuers} */
  String issuer();

  /**
   * {@return the claim {@code sub}, not empty, or null where the issuer's configuration lets it be
   * missing}
   */
  @Nullable String subject();

  /**
   * {@return the claim {@code aud}, an unmodifiable list, empty where any audience is accepted and
   * the token names none}
   */
  List<String> audience();

  /** {@return the claim {@code exp}} */
  Instant expiresAt();

  /**
   * {@return the claim {@code iat}, or null where the issuer's configuration lets it be missing}
   */
  @Nullable Instant issuedAt();

  /** {@return all claims} */
  ClaimsSet claims();

  /** {@return the algorithm of the key that verified the signature} */
  SignatureAlgorithm algorithm();

  /** {@return the Key ID of the key that verified the signature, or null where it has none} */
  @Nullable String keyId();
}
