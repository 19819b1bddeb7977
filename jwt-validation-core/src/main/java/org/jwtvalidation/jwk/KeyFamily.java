// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.KeySpec;
import java.util.List;
import java.util.function.Predicate;

/**
 * The keys of one {@code kty} and curve or parameter set: how they are read and checked, and the
 * form of the signatures that they verify.
 */
sealed interface KeyFamily permits RsaFamily, EcCurve, EdwardsCurve, MlDsaParameterSet {

  /** The value of {@code kty} in a JWK. */
  String keyType();

  /** The name of the JCA key factory. */
  String keyFactory();

  /** Creates a JCA key from numbers or octets that have been checked. */
  default PublicKey publicKey(KeySpec specification) throws UnusableKeyException {
    try {
      return KeyFactory.getInstance(keyFactory()).generatePublic(specification);
    } catch (GeneralSecurityException | RuntimeException e) {
      // Some providers throw unchecked exceptions for unexpected numbers.
      throw new UnusableKeyException("not a usable " + keyFactory() + " key: " + e.getMessage(), e);
    }
  }

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

  /**
   * The length and the ranges that every valid signature of {@code key} has, which has passed
   * {@link #check}. Providers differ in what else they accept: missing or additional zero octets,
   * other encodings, numbers above the group order.
   */
  Predicate<byte[]> signatureFormat(PublicKey key);
}
