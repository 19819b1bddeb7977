package org.jwtvalidation.jwk;

import java.security.Provider;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The bare verification of a signature by a provider, for comparison with a whole validation: it
 * uses the provider as the library does, but never the library's own tables. Immutable and
 * thread-safe.
 */
@NullMarked
public final class BareVerification {

  private final ProviderVerification verification;

  private BareVerification(VerificationKey key, @Nullable SignatureProvider provider) {
    if (provider == null) {
      throw new IllegalArgumentException("key: no provider has " + key.algorithm().joseName());
    }
    try {
      this.verification = new ProviderVerification(key, provider);
    } catch (UnusableKeyException e) {
      throw new IllegalArgumentException("key: " + e.getMessage(), e);
    }
  }

  /**
   * Verifies by the provider that the library chooses by default.
   *
   * @param key the key
   * @return the verification
   */
  public static BareVerification by(VerificationKey key) {
    return new BareVerification(key, SignatureProvider.bestFor(key.algorithm()));
  }

  /**
   * Verifies by the given provider.
   *
   * @param key the key
   * @param provider the provider, installed or not
   * @return the verification
   * @throws IllegalArgumentException if the provider lacks the algorithm in the form of JWS
   */
  public static BareVerification by(VerificationKey key, Provider provider) {
    return new BareVerification(key, SignatureProvider.of(provider, key.algorithm()));
  }

  /**
   * Tells whether the library can verify an algorithm by a provider.
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
   * @param octets an array that begins with the signed octets
   * @param length the number of signed octets
   * @param signature the signature in the form of JWS
   * @return whether the signature is valid
   */
  public boolean verify(byte[] octets, int length, byte[] signature) {
    return verification.verify(octets, length, signature);
  }
}
