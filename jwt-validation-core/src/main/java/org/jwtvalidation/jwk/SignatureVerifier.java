// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.tables.SignatureVerification;

/**
 * Verifies the signatures of one key in the way that a {@link SignaturePolicy} has chosen.
 * Thread-safe.
 */
public final class SignatureVerifier {

  private final VerificationKey key;
  private final SignatureFormat format;
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
   * @throws java.security.ProviderException if it cannot be told, because a provider fails
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
   * @throws java.security.ProviderException if it cannot be told, because a provider fails
   */
  public boolean verify(byte[] octets, int signingInputLength, byte[] signature) {
    Objects.checkFromIndexSize(0, signingInputLength, octets.length);
    return format.matches(signature) && verification.verify(octets, signingInputLength, signature);
  }

  /**
   * Has the JVM compile this library's arithmetic for the key's algorithm before it is needed, in
   * the background, measures whether it is faster than the JDK's, and if so makes the table of the
   * key. The call returns at once.
   *
   * @return completes when the arithmetic is as fast as it gets, or after some seconds; completed
   *     already if this library has no arithmetic for the algorithm, or the policy does not use it;
   *     never fails
   */
  public CompletionStage<Void> train() {
    return verification.train();
  }

  /**
   * {@return whether signatures are verified by a table of the key, which a key of ES256, Ed25519
   * or RSA gets after some valid signatures}
   */
  public boolean hasTable() {
    return verification.hasTable();
  }

  /**
   * {@return whether the key is used enough for a table and has none because this machine was
   * measured to verify it as fast without, by now}
   */
  public boolean declinesTable() {
    return verification.declinesTable();
  }

  /**
   * {@return whether the key is used enough for a table and has none because the tables of other
   * keys, or this one alone, would take more than the {@linkplain SignaturePolicy#withTableBudget
   * budget}, by now}
   */
  public boolean lacksRoomForTable() {
    return verification.lacksRoom();
  }

  /**
   * {@return why the key has no table although it is used enough for one, or why no key has one, as
   * one line; null if nothing is wrong}
   */
  public @Nullable String tableError() {
    return verification.error();
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
