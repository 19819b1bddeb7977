// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;

/**
 * A public key bound to one signature algorithm (RFC 8725 section 3.1): a token cannot choose
 * another one. The key has passed the checks of its kind: size and exponent of an RSA key (RFC 7518
 * section 3.3), a point that is on its curve and not of small order. Immutable and thread-safe.
 */
public final class VerificationKey {

  private final @Nullable String keyId;
  private final SignatureAlgorithm algorithm;
  private final PublicKey publicKey;
  private final @Nullable String issuer;

  /** A key that its family has checked. */
  VerificationKey(
      @Nullable String keyId,
      SignatureAlgorithm algorithm,
      PublicKey publicKey,
      @Nullable String issuer) {
    this.keyId = keyId;
    this.algorithm = algorithm;
    this.publicKey = publicKey;
    this.issuer = issuer;
  }

  /**
   * Binds a key from elsewhere, for example from a certificate, to its algorithm.
   *
   * @param keyId the Key ID that tokens name in {@code kid}, or null if they name none
   * @param algorithm the only algorithm to verify with
   * @param publicKey the key
   * @return the bound key
   * @throws IllegalArgumentException if the key is not of the algorithm's kind and curve, fails the
   *     checks of its kind, or no provider of the running JDK has the algorithm and takes the key
   */
  public static VerificationKey of(
      @Nullable String keyId, SignatureAlgorithm algorithm, PublicKey publicKey) {
    Objects.requireNonNull(publicKey, "publicKey");
    try {
      algorithm.family().check(publicKey);
      VerificationKey key = new VerificationKey(keyId, algorithm, publicKey, null);
      // Now rather than when it is used: a provider may lack the algorithm, or refuse the key.
      var unused = SignaturePolicy.fastest().newVerifier(key);
      return key;
    } catch (UnusableKeyException e) {
      throw new IllegalArgumentException(
          "publicKey: not usable with "
              + algorithm.joseName()
              + " ("
              + e.getMessage()
              + "); give a key of the algorithm's kind, or another algorithm",
          e);
    }
  }

  /** {@return the Key ID (RFC 7517 section 4.5), or null if the key has none} */
  public @Nullable String keyId() {
    return keyId;
  }

  /** {@return the only algorithm that the key verifies} */
  public SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** {@return the public key} */
  public PublicKey publicKey() {
    return publicKey;
  }

  /**
   * {@return the issuer that the JWK names in its member {@code issuer}, as servers with many
   * tenants publish it; null if it names none}
   */
  public @Nullable String issuer() {
    return issuer;
  }

  /**
   * Compares Key ID, algorithm, public key and issuer.
   *
   * @param other the other object, or null
   * @return whether {@code other} is the same public key with the same Key ID, algorithm and issuer
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VerificationKey that
        && algorithm == that.algorithm
        && Objects.equals(keyId, that.keyId)
        && publicKey.equals(that.publicKey)
        && Objects.equals(issuer, that.issuer);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keyId, algorithm, publicKey, issuer);
  }

  /** Names algorithm and Key ID. */
  @Override
  public String toString() {
    String kid = keyId == null ? "null" : Printable.quoted(keyId);
    return "VerificationKey[" + algorithm.joseName() + ", kid=" + kid + "]";
  }
}
