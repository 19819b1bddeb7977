package org.jwtvalidation.jwk;

/**
 * One way to verify the signatures of one key, once their {@link SignatureFormat} is right.
 * Thread-safe.
 */
@FunctionalInterface
interface SignatureVerification {

  /**
   * Whether {@code signature} holds over the first {@code length} of {@code octets}; never throws
   * for a signature that does not.
   */
  boolean verify(byte[] octets, int length, byte[] signature);
}
