// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import org.jwtvalidation.testkit.TestKey;

/** Tokens of any octets with any signature, which a builder of valid tokens cannot create. */
public final class RawToken {

  private RawToken() {}

  public static String base64url(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }

  public static String base64url(String text) {
    return base64url(text.getBytes(UTF_8));
  }

  public static byte[] decoded(String segment) {
    return Base64.getUrlDecoder().decode(segment);
  }

  public static String signingInput(String token) {
    return token.substring(0, token.lastIndexOf('.'));
  }

  public static byte[] signingInputOctets(String token) {
    return signingInput(token).getBytes(US_ASCII);
  }

  public static byte[] signature(String token) {
    return decoded(token.substring(token.lastIndexOf('.') + 1));
  }

  public static String header(String token) {
    return new String(decoded(token.substring(0, token.indexOf('.'))), UTF_8);
  }

  public static String claims(String token) {
    return new String(
        decoded(token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'))), UTF_8);
  }

  /** The same signing input under another signature. */
  public static String withSignature(String token, byte[] signature) {
    return signingInput(token) + "." + base64url(signature);
  }

  /** Two segments as they are, properly signed. */
  public static String signed(TestKey key, String header, String payload) {
    String signingInput = header + "." + payload;
    return signingInput + "." + base64url(key.sign(signingInput.getBytes(US_ASCII)));
  }

  /** The octets of header and claims, encoded and properly signed. */
  public static String signed(TestKey key, byte[] header, byte[] claims) {
    return signed(key, base64url(header), base64url(claims));
  }
}
