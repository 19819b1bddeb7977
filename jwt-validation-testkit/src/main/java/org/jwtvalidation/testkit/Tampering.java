// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** Changes that an attacker without a key can make to a finished token. */
public final class Tampering {

  private Tampering() {}

  /**
   * Changes one bit of the signature, but not its length, encoding or range: only the verification
   * of the signature detects the change.
   *
   * @param token a token in compact serialization with a signature
   * @return the changed token
   * @throws IllegalArgumentException if the token does not have three segments, of which the last
   *     is a signature
   */
  public static String flipSignatureBit(String token) {
    String[] segments = segments(token);
    byte[] signature = signature(segments[2]);
    if (signature.length == 0) {
      throw new IllegalArgumentException("token: has no signature; use a signed token");
    }
    // In the middle of S for elliptic curves, because its ends determine whether it is in range.
    signature[signature.length * 3 / 4] ^= 1;
    return segments[0] + "." + segments[1] + "." + encoded(signature);
  }

  /**
   * Replaces the claims, but keeps header and signature.
   *
   * @param token a token in compact serialization
   * @param json the new JWT Claims Set, or any other text
   * @return the changed token
   * @throws IllegalArgumentException if the token does not have three segments
   */
  public static String replaceClaims(String token, String json) {
    String[] segments = segments(token);
    return segments[0] + "." + encoded(json.getBytes(UTF_8)) + "." + segments[2];
  }

  private static String[] segments(String token) {
    String[] segments = token.split("\\.", -1);
    if (segments.length != 3) {
      throw new IllegalArgumentException(
          "token: " + segments.length + " segments; use a token in compact serialization");
    }
    return segments;
  }

  private static byte[] signature(String segment) {
    try {
      return Base64.getUrlDecoder().decode(segment);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "token: its signature is not base64url; use a token in compact serialization", e);
    }
  }

  private static String encoded(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
