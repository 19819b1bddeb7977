package org.jwtvalidation.jwk;

import java.security.Provider;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.EdECPoint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.Ed25519Verification;
import org.jwtvalidation.internal.arithmetic.Es256Verification;
import org.jwtvalidation.internal.arithmetic.RsaPkcs1Verification;

/**
 * What verifies signatures: this library's own arithmetic, the providers of the Java Cryptography
 * Architecture, or one of these alone. Immutable and thread-safe.
 */
public final class SignaturePolicy {

  private static final SignaturePolicy FASTEST = new SignaturePolicy(true, null);
  private static final SignaturePolicy PROVIDERS_ONLY = new SignaturePolicy(false, null);

  /** Makes the tables for ES256, once a key has proved to be used. */
  static final TableMaker ES256_TABLES =
      new TableMaker(
          key -> {
            ECPoint point = ((ECPublicKey) key).getW();
            return new Es256Verification(point.getAffineX(), point.getAffineY())::verify;
          },
          TableMaker.KnownAnswer.ES256,
          TableMaker.BACKGROUND);

  /** Makes the tables for Ed25519, once a key has proved to be used. */
  static final TableMaker ED25519_TABLES =
      new TableMaker(
          key -> {
            EdECPoint point = ((EdECPublicKey) key).getPoint();
            return new Ed25519Verification(EdwardsCurve.ED25519.x(point), point.getY())::verify;
          },
          TableMaker.KnownAnswer.ED25519,
          TableMaker.BACKGROUND);

  private final boolean ownArithmetic;
  private final @Nullable Provider provider;

  private SignaturePolicy(boolean ownArithmetic, @Nullable Provider provider) {
    this.ownArithmetic = ownArithmetic;
    this.provider = provider;
  }

  /**
   * The fastest way there is. The installed provider of the highest preference verifies; but where
   * that is the JDK's own, this library verifies RS256, RS384, RS512, ES256 and Ed25519 itself, and
   * bcprov, where it is on the class path, verifies the other elliptic curves.
   *
   * @return the policy
   */
  public static SignaturePolicy fastest() {
    return FASTEST;
  }

  /**
   * Providers alone, the best one for each algorithm, and none of this library's own arithmetic.
   *
   * @return the policy
   */
  public static SignaturePolicy providersOnly() {
    return PROVIDERS_ONLY;
  }

  /**
   * One provider alone.
   *
   * @param provider the provider, which need not be installed
   * @return the policy
   */
  public static SignaturePolicy provider(Provider provider) {
    return new SignaturePolicy(false, Objects.requireNonNull(provider, "provider"));
  }

  /**
   * The verifier of a key. By the {@link #fastest} policy it is the same for the same instance, so
   * that several validators of one key share its table.
   *
   * @param key the key
   * @return the verifier
   * @throws IllegalArgumentException if no provider that this policy allows has the key's
   *     algorithm, or the provider refuses the key
   */
  public SignatureVerifier verifier(VerificationKey key) {
    return this == FASTEST ? key.fastestVerifier() : newVerifier(key);
  }

  SignatureVerifier newVerifier(VerificationKey key) {
    try {
      return new SignatureVerifier(key, verification(key.algorithm(), key));
    } catch (UnusableKeyException e) {
      throw new IllegalArgumentException(
          "key: " + key + " cannot be verified (" + e.getMessage() + "); choose another policy", e);
    }
  }

  private SignatureVerification verification(SignatureAlgorithm algorithm, VerificationKey key)
      throws UnusableKeyException {
    if (provider != null) {
      return byProvider(
          key, SignatureProvider.of(provider, algorithm), provider.getName() + " does not have ");
    }
    SignatureProvider installed = SignatureProvider.installed(algorithm);
    if (ownArithmetic && installed != null && installed.isOfTheJdk()) {
      SignatureVerification byJdk = new ProviderVerification(key, installed);
      SignatureVerification ours = inPlaceOf(byJdk, key);
      if (ours != null) {
        return ours;
      }
    }
    return byProvider(key, SignatureProvider.bestFor(algorithm), "no provider has ");
  }

  private static SignatureVerification byProvider(
      VerificationKey key, @Nullable SignatureProvider provider, String lacks)
      throws UnusableKeyException {
    if (provider == null) {
      throw new UnusableKeyException(lacks + key.algorithm().joseName());
    }
    return new ProviderVerification(key, provider);
  }

  /** The arithmetic of this library in place of the JDK's own, or null where there is none. */
  private static @Nullable SignatureVerification inPlaceOf(
      SignatureVerification byJdk, VerificationKey key) {
    return switch (key.algorithm()) {
      case RS256 -> rsa("SHA-256", key);
      case RS384 -> rsa("SHA-384", key);
      case RS512 -> rsa("SHA-512", key);
      case ES256 -> new UpgradingVerification(key.publicKey(), ES256_TABLES, byJdk);
      case ED25519 -> new UpgradingVerification(key.publicKey(), ED25519_TABLES, byJdk);
      default -> null;
    };
  }

  private static SignatureVerification rsa(String hash, VerificationKey key) {
    RSAPublicKey rsa = (RSAPublicKey) key.publicKey();
    return new RsaPkcs1Verification(hash, rsa.getModulus(), rsa.getPublicExponent())::verify;
  }
}
