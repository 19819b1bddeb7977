package org.jwtvalidation.jwk;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the signatures of one key in one way, which a {@link SignaturePolicy} chooses.
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
    return format.matches(signature) && verification.verify(octets, signingInputLength, signature);
  }

  /** {@return whether signatures are verified by a table of the key's multiples by now} */
  public boolean hasTable() {
    return verification instanceof UpgradingVerification upgrading && upgrading.hasTable();
  }

  /**
   * {@return why the key has no table though it is used enough for one, a line; null where nothing
   * is wrong}
   */
  public @Nullable String tableError() {
    return verification instanceof UpgradingVerification upgrading ? upgrading.error() : null;
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
