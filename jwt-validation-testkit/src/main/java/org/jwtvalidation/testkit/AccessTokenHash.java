// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** The claim {@code at_hash} (OpenID Connect Core 1.0 section 3.1.3.6). */
final class AccessTokenHash {

  private AccessTokenHash() {}

  /**
   * Returns the left half of the hash of an access token, by the hash of an algorithm.
   *
   * @throws IllegalArgumentException if no standard names a hash for the algorithm
   */
  static String of(String accessToken, SignatureAlgorithm algorithm) {
    try {
      byte[] hash =
          MessageDigest.getInstance(hashName(algorithm)).digest(accessToken.getBytes(US_ASCII));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(hash, hash.length / 2));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has the hashes of SHA-2", e);
    }
  }

  private static String hashName(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256, PS256, ES256 -> "SHA-256";
      case RS384, PS384, ES384 -> "SHA-384";
      // The hash inside Ed25519, as implementations have agreed on.
      case RS512, PS512, ES512, ED25519 -> "SHA-512";
      case ED448, ML_DSA_44, ML_DSA_65, ML_DSA_87 ->
          throw new IllegalArgumentException(
              "accessToken: no standard names the hash for "
                  + algorithm.joseName()
                  + "; sign by another algorithm, or set the claim at_hash instead");
    };
  }
}
