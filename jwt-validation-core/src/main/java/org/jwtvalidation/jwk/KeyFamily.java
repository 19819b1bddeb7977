package org.jwtvalidation.jwk;

import java.security.PublicKey;

/**
 * What keys of one {@code kty} and curve or parameter set look like, and the signatures that they
 * verify.
 */
sealed interface KeyFamily permits RsaFamily, EcCurve, EdwardsCurve, MlDsaParameterSet {

  /** The value of {@code kty} in a JWK, and the name of the JCA key factory. */
  String keyType();

  /** The name of the JCA key factory. */
  String keyFactory();

  /**
   * Makes the public key that a JWK describes.
   *
   * @throws UnusableKeyException if the JWK does not describe a key of this family that is safe to
   *     use
   */
  PublicKey parse(Jwk jwk) throws UnusableKeyException;

  /**
   * Checks a key that was made elsewhere.
   *
   * @throws UnusableKeyException if it is not of this family, or not safe to use
   */
  void check(PublicKey key) throws UnusableKeyException;

  /** The form that every signature under {@code key} has; {@code key} has passed {@link #check}. */
  SignatureFormat signatureFormat(PublicKey key);
}
