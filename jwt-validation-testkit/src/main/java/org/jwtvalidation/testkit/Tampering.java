package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** What an attacker without a key can do to a finished token. */
public final class Tampering {

  private Tampering() {}

  /**
   * Changes one bit of the signature, and nothing about its length, encoding or range: the change
   * that only verifying the signature finds.
   *
   * @param token a token in compact serialization with a signature
   * @return the changed token
   * @throws IllegalArgumentException if the token has no signature
   */
  public static String flipSignatureBit(String token) {
    int lastDot = token.lastIndexOf('.');
    byte[] signature = Base64.getUrlDecoder().decode(token.substring(lastDot + 1));
    if (signature.length == 0) {
      throw new IllegalArgumentException("token: without signature; give a signed token");
    }
    // In the middle of S for elliptic curves: its ends decide whether it is in range.
    signature[signature.length * 3 / 4] ^= 1;
    return token.substring(0, lastDot + 1) + encoded(signature);
  }

  /**
   * Puts other claims under the same header and signature.
   *
   * @param token a token in compact serialization
   * @param json the text to take the place of the JWT Claims Set, whatever it is
   * @return the changed token
   * @throws IllegalArgumentException if the token does not have three segments
   */
  public static String replaceClaims(String token, String json) {
    String[] segments = token.split("\\.", -1);
    if (segments.length != 3) {
      throw new IllegalArgumentException(
          "token: " + segments.length + " segments; give a token in compact serialization");
    }
    return segments[0] + "." + encoded(json.getBytes(UTF_8)) + "." + segments[2];
  }

  private static String encoded(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
