package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import org.jwtvalidation.testkit.TestKey;

/** A token of any octets and any signature: for what a builder of sound tokens cannot say. */
final class RawToken {

  private RawToken() {}

  static String base64url(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }

  static String base64url(String text) {
    return base64url(text.getBytes(UTF_8));
  }

  static byte[] decoded(String segment) {
    return Base64.getUrlDecoder().decode(segment);
  }

  static String signingInput(String token) {
    return token.substring(0, token.lastIndexOf('.'));
  }

  static byte[] signingInputOctets(String token) {
    return signingInput(token).getBytes(US_ASCII);
  }

  static byte[] signature(String token) {
    return decoded(token.substring(token.lastIndexOf('.') + 1));
  }

  static String header(String token) {
    return new String(decoded(token.substring(0, token.indexOf('.'))), UTF_8);
  }

  static String claims(String token) {
    return new String(
        decoded(token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'))), UTF_8);
  }

  /** The same signing input under another signature. */
  static String withSignature(String token, byte[] signature) {
    return signingInput(token) + "." + base64url(signature);
  }

  /** Two segments as they are, properly signed. */
  static String signed(TestKey key, String header, String payload) {
    String signingInput = header + "." + payload;
    return signingInput + "." + base64url(key.sign(signingInput.getBytes(US_ASCII)));
  }

  /** The octets of header and claims, encoded and properly signed. */
  static String signed(TestKey key, byte[] header, byte[] claims) {
    return signed(key, base64url(header), base64url(claims));
  }
}
