package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;

/**
 * A public key bound to one signature algorithm (RFC 8725 section 3.1): whatever a token says, its
 * signature is checked in this one way. The key has passed the checks of its kind: size and
 * exponent of RSA keys (RFC 7518 section 3.3), points on their curve and not of small order.
 * Immutable and thread-safe.
 */
public final class VerificationKey {

  private final @Nullable String keyId;
  private final SignatureAlgorithm algorithm;
  private final PublicKey publicKey;
  private volatile @Nullable SignatureVerifier fastestVerifier;

  private VerificationKey(
      @Nullable String keyId, SignatureAlgorithm algorithm, PublicKey publicKey) {
    this.keyId = keyId;
    this.algorithm = algorithm;
    this.publicKey = publicKey;
  }

  /**
   * Binds a key that was made elsewhere, say read from a certificate, to its algorithm.
   *
   * @param keyId the Key ID that tokens name in {@code kid}, or null where they name none
   * @param algorithm the only algorithm to verify with
   * @param publicKey the key
   * @return the bound key
   * @throws IllegalArgumentException if the key is not of the algorithm's kind and curve, fails the
   *     checks of its kind, or no provider of the running JDK has the algorithm
   */
  public static VerificationKey of(
      @Nullable String keyId, SignatureAlgorithm algorithm, PublicKey publicKey) {
    Objects.requireNonNull(publicKey, "publicKey");
    try {
      algorithm.family().check(publicKey);
      return ofChecked(keyId, algorithm, publicKey);
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

  /** As {@link #of}, for a key whose family has checked it. */
  static VerificationKey ofChecked(
      @Nullable String keyId, SignatureAlgorithm algorithm, PublicKey publicKey)
      throws UnusableKeyException {
    if (!algorithm.isAvailable()) {
      throw new UnusableKeyException("no provider has " + algorithm.joseName());
    }
    return new VerificationKey(keyId, algorithm, publicKey);
  }

  /** {@return the Key ID (RFC 7517 section 4.5), or null where the key has none} */
  public @Nullable String keyId() {
    return keyId;
  }

  /** {@return the only algorithm that this key verifies} */
  public SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** {@return the public key itself} */
  public PublicKey publicKey() {
    return publicKey;
  }

  /**
   * Verifies a JWS Signature (RFC 7515 section 5.2) by the {@linkplain SignaturePolicy#fastest
   * fastest} policy.
   *
   * @param signingInput the JWS Signing Input
   * @param signature the signature in the form of JWS: for ECDSA R and S side by side, never DER
   * @return whether the signature is one of this key over exactly this input
   * @throws IllegalArgumentException if the provider of the algorithm refuses the key
   */
  public boolean verify(byte[] signingInput, byte[] signature) {
    return fastestVerifier().verify(signingInput, signature);
  }

  /** Made when first needed. Of two made at the same time either serves, and one stays. */
  SignatureVerifier fastestVerifier() {
    SignatureVerifier verifier = fastestVerifier;
    if (verifier == null) {
      verifier = SignaturePolicy.fastest().newVerifier(this);
      fastestVerifier = verifier;
    }
    return verifier;
  }

  /**
   * Compares Key ID, algorithm and public key.
   *
   * @param other the other object, or null
   * @return whether {@code other} is a key that verifies the same signatures under the same Key ID
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VerificationKey that
        && algorithm == that.algorithm
        && Objects.equals(keyId, that.keyId)
        && publicKey.equals(that.publicKey);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keyId, algorithm, publicKey);
  }

  /** Names algorithm and Key ID. */
  @Override
  public String toString() {
    String kid = keyId == null ? "null" : Printable.quoted(keyId);
    return "VerificationKey[" + algorithm.joseName() + ", kid=" + kid + "]";
  }
}
