// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.tables.SignatureVerification;

/**
 * Verifies the signatures of one key in the way that a {@link SignaturePolicy} has chosen.
 * Thread-safe.
 */
public final class SignatureVerifier {

  private final VerificationKey key;
  private final Predicate<byte[]> format;
  private final SignatureVerification verification;

  SignatureVerifier(VerificationKey key, SignatureVerification verification) {
    this.key = key;
    this.format = key.algorithm().family().signatureFormat(key.publicKey());
    this.verification = verification;
  }

  /** {@return the key whose signatures are verified} */
  public VerificationKey key() {
    return key;
  }

  /**
   * Verifies a JWS Signature (RFC 7515 section 5.2).
   *
   * @param signingInput the JWS Signing Input
   * @param signature the signature in the form of JWS: for ECDSA R and S side by side, never DER
   * @return whether the signature is one of this key over exactly this input
   * @throws java.security.ProviderException if a provider fails, so that the answer is unknown
   */
  public boolean verify(byte[] signingInput, byte[] signature) {
    return verify(signingInput, signingInput.length, signature);
  }

  /**
   * Verifies a JWS Signature over the first octets of an array, which need not be copied.
   *
   * @param octets an array that begins with the JWS Signing Input
   * @param signingInputLength the length of the JWS Signing Input in octets
   * @param signature the signature in the form of JWS: for ECDSA R and S side by side, never DER
   * @return whether the signature is one of this key over exactly this input
   * @throws IndexOutOfBoundsException if {@code signingInputLength} is negative or greater than the
   *     length of the array
   * @throws java.security.ProviderException if a provider fails, so that the answer is unknown
   */
  public boolean verify(byte[] octets, int signingInputLength, byte[] signature) {
    Objects.checkFromIndexSize(0, signingInputLength, octets.length);
    return format.test(signature) && verification.verify(octets, signingInputLength, signature);
  }

  /**
   * Has the JVM compile this library's arithmetic for the key's algorithm before it is needed, in
   * the background, measures whether it is faster than the JDK's, and if so makes the table of the
   * key. The call returns at once.
   *
   * @return completes when the arithmetic is as fast as it gets, or after some seconds; never
   *     fails; null if a provider verifies the signatures of the key
   */
  public @Nullable CompletionStage<Void> train() {
    return verification.train();
  }

  SignatureVerification verification() {
    return verification;
  }

  /** Names the key. */
  @Override
  public String toString() {
    return "SignatureVerifier[" + key + "]";
  }
}
