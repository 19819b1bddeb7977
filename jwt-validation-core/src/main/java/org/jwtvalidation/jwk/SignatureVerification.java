package org.jwtvalidation.jwk;

/**
 * One way to verify the signatures of one key, after their {@link SignatureFormat}. Thread-safe.
 */
@FunctionalInterface
interface SignatureVerification {

  /**
   * Whether {@code signature} is valid for the first {@code length} of {@code octets}. Never throws
   * because of an invalid signature.
   *
   * @throws java.security.ProviderException if it cannot be told, because a provider fails
   */
  boolean verify(byte[] octets, int length, byte[] signature);
}
