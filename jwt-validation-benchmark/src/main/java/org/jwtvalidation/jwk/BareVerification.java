package org.jwtvalidation.jwk;

import java.security.Provider;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The bare verification of a signature by a provider, which a whole validation is held against: the
 * name and the form of the key are those that the library takes. Where the library verifies by
 * tables of its own, this is what it does without. Immutable and thread-safe.
 */
@NullMarked
public final class BareVerification {

  private final ProviderVerification verification;

  private BareVerification(VerificationKey key, @Nullable SignatureProvider provider) {
    if (provider == null) {
      throw new IllegalArgumentException("key: nobody here has " + key.algorithm().joseName());
    }
    try {
      this.verification = new ProviderVerification(key, provider);
    } catch (UnusableKeyException e) {
      throw new IllegalArgumentException("key: " + e.getMessage(), e);
    }
  }

  /**
   * Verifies by the provider that the library takes unless it is told of another, where and as long
   * as it takes one.
   *
   * @param key the key
   * @return the verification
   */
  public static BareVerification by(VerificationKey key) {
    return new BareVerification(key, SignatureProvider.bestFor(key.algorithm()));
  }

  /**
   * Verifies by one provider.
   *
   * @param key the key
   * @param provider the provider, installed or not
   * @return the verification
   * @throws IllegalArgumentException if the provider does not have the algorithm in the form of JWS
   */
  public static BareVerification by(VerificationKey key, Provider provider) {
    return new BareVerification(key, SignatureProvider.of(provider, key.algorithm()));
  }

  /**
   * Whether the library can verify an algorithm by a provider.
   *
   * @param provider the provider, installed or not
   * @param algorithm the algorithm
   * @return whether the provider has the algorithm in the form of JWS
   */
  public static boolean has(Provider provider, SignatureAlgorithm algorithm) {
    return SignatureProvider.of(provider, algorithm) != null;
  }

  /**
   * Verifies a signature over the first octets of an array.
   *
   * @param octets an array that begins with what is signed
   * @param length how many octets are signed
   * @param signature the signature in the form of JWS
   * @return whether it holds
   */
  public boolean verify(byte[] octets, int length, byte[] signature) {
    return verification.verify(octets, length, signature);
  }
}
