// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.List;

/**
 * The keys of one {@code kty} and curve or parameter set: how they are read and checked, and the
 * form of the signatures that they verify.
 */
sealed interface KeyFamily permits RsaFamily, EcCurve, EdwardsCurve, MlDsaParameterSet {

  /** The value of {@code kty} in a JWK. */
  String keyType();

  /** The name of the JCA key factory. */
  String keyFactory();

  /** The members of a JWK that its thumbprint covers, in their order (RFC 7638 section 3.2). */
  List<String> thumbprintMembers();

  /**
   * Creates the public key of a JWK.
   *
   * @throws UnusableKeyException if the JWK is not a key of this family, or not safe to use
   */
  PublicKey parse(Jwk jwk) throws UnusableKeyException;

  /**
   * Checks a key that comes from elsewhere.
   *
   * @throws UnusableKeyException if it is not a key of this family, or not safe to use
   */
  void check(PublicKey key) throws UnusableKeyException;

  /** The form of every valid signature of {@code key}, which has passed {@link #check}. */
  SignatureFormat signatureFormat(PublicKey key);
}
