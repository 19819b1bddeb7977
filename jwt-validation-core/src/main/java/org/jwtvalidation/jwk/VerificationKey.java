package org.jwtvalidation.jwk;

import java.security.Provider;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
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
  private final SignatureFormat signatureFormat;
  private final ProviderVerification byProvider;
  private final SignatureVerification verification;

  /** A key verified by {@code verification}, which may be {@code byProvider} itself. */
  VerificationKey(
      @Nullable String keyId,
      SignatureAlgorithm algorithm,
      PublicKey publicKey,
      ProviderVerification byProvider,
      SignatureVerification verification) {
    this.keyId = keyId;
    this.algorithm = algorithm;
    this.publicKey = publicKey;
    this.signatureFormat = algorithm.family().signatureFormat(publicKey);
    this.byProvider = byProvider;
    this.verification = verification;
  }

  /** The arithmetic of this library in place of the JDK's own, or null where there is none. */
  static @Nullable SignatureVerification inPlaceOf(
      ProviderVerification byJdk, SignatureAlgorithm algorithm, PublicKey publicKey) {
    return switch (algorithm) {
      case RS256, RS384, RS512 -> new RsaPkcs1Verification(algorithm, (RSAPublicKey) publicKey);
      case ES256 -> new PrecomputedVerification(publicKey, KeyTables.ES256, byJdk);
      case ED25519 -> new PrecomputedVerification(publicKey, KeyTables.ED25519, byJdk);
      default -> null;
    };
  }

  /**
   * Binds a key that was made elsewhere, say read from a certificate, to its algorithm.
   *
   * @param keyId the Key ID that tokens name in {@code kid}, or null where they name none
   * @param algorithm the only algorithm to verify with
   * @param publicKey the key
   * @return the bound key
   * @throws IllegalArgumentException if the key is not of the algorithm's kind and curve, fails the
   *     checks of its kind, or the running JDK does not have the algorithm
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
    SignatureProvider installed = SignatureProvider.installed(algorithm);
    if (installed != null && installed.isOfTheJdk()) {
      ProviderVerification byJdk = new ProviderVerification(algorithm, publicKey, installed);
      SignatureVerification ours = inPlaceOf(byJdk, algorithm, publicKey);
      if (ours != null) {
        return new VerificationKey(keyId, algorithm, publicKey, byJdk, ours);
      }
    }
    return ofChecked(keyId, algorithm, publicKey, SignatureProvider.bestFor(algorithm));
  }

  private static VerificationKey ofChecked(
      @Nullable String keyId,
      SignatureAlgorithm algorithm,
      PublicKey publicKey,
      @Nullable SignatureProvider provider)
      throws UnusableKeyException {
    if (provider == null) {
      throw new UnusableKeyException("no provider has " + algorithm.joseName());
    }
    ProviderVerification byProvider = new ProviderVerification(algorithm, publicKey, provider);
    return new VerificationKey(keyId, algorithm, publicKey, byProvider, byProvider);
  }

  /** The same key, verified by {@code named} alone. */
  VerificationKey using(Provider named) throws UnusableKeyException {
    SignatureProvider of = SignatureProvider.of(named, algorithm);
    if (of == null) {
      throw new UnusableKeyException(named.getName() + " does not have " + algorithm.joseName());
    }
    return ofChecked(keyId, algorithm, publicKey, of);
  }

  /** The same key, verified by the best provider there is and not by this library. */
  VerificationKey byProviderOnly() throws UnusableKeyException {
    return verification == byProvider
        ? this
        : ofChecked(keyId, algorithm, publicKey, SignatureProvider.bestFor(algorithm));
  }

  /** Whether signatures are verified by a table of the key's multiples. */
  boolean hasTable() {
    return verification instanceof PrecomputedVerification precomputed && precomputed.hasTable();
  }

  /** Why the key has no table though it is used enough for one, or null. */
  @Nullable String tableError() {
    return verification instanceof PrecomputedVerification precomputed ? precomputed.error() : null;
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
   * Verifies a JWS Signature (RFC 7515 section 5.2).
   *
   * @param signingInput the JWS Signing Input
   * @param signature the signature in the form of JWS: for ECDSA R and S side by side, never DER
   * @return whether the signature is one of this key over exactly this input
   */
  public boolean verify(byte[] signingInput, byte[] signature) {
    return verify(signingInput, signingInput.length, signature);
  }

  /**
   * Verifies a JWS Signature over the first octets of an array, which saves a copy of them.
   *
   * @param octets an array that begins with the JWS Signing Input
   * @param signingInputLength how many octets are the JWS Signing Input
   * @param signature the signature in the form of JWS: for ECDSA R and S side by side, never DER
   * @return whether the signature is one of this key over exactly this input
   * @throws IndexOutOfBoundsException if the array is shorter than {@code signingInputLength}
   */
  public boolean verify(byte[] octets, int signingInputLength, byte[] signature) {
    Objects.checkFromIndexSize(0, signingInputLength, octets.length);
    return signatureFormat.matches(signature)
        && verification.verify(octets, signingInputLength, signature);
  }

  /** Whether {@code other} verifies the same signatures in the same way under the same Key ID. */
  boolean isSameAs(VerificationKey other) {
    return algorithm == other.algorithm
        && Objects.equals(keyId, other.keyId)
        && byProvider.provider().equals(other.byProvider.provider())
        && verification.getClass() == other.verification.getClass()
        && publicKey.equals(other.publicKey);
  }

  /** Names algorithm and Key ID. */
  @Override
  public String toString() {
    String kid = keyId == null ? "null" : Printable.quoted(keyId);
    return "VerificationKey[" + algorithm.joseName() + ", kid=" + kid + "]";
  }
}
