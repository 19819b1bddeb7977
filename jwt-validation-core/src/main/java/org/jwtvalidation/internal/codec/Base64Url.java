// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.DecodingException.Fault.MALFORMED_BASE64;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Base64url without padding (RFC 4648 section 5, RFC 7515 section 2) in its one canonical form.
 * Padding, white space, characters of other alphabets and spare bits other than zero are refused,
 * so that no two texts decode to the same octets.
 */
public final class Base64Url {

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private Base64Url() {}

  /**
   * Decodes a whole string.
   *
   * @throws DecodingException if {@code text} is not canonical base64url
   */
  public static byte[] decode(String text) throws DecodingException {
    // A character outside Latin-1 becomes '?', which no alphabet of base64 contains.
    byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
    return decode(octets, 0, octets.length);
  }

  /**
   * Decodes the octets of {@code text} from {@code from} up to, not including, {@code to}.
   *
   * @throws DecodingException if they are not canonical base64url
   */
  public static byte[] decode(byte[] text, int from, int to) throws DecodingException {
    if (!endsCanonically(text, from, to)) {
      throw malformed();
    }
    try {
      // Without padding the length of the result is known in advance, so that the array of the
      // buffer has exactly that length.
      return Base64.getUrlDecoder().decode(ByteBuffer.wrap(text, from, to - from)).array();
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
  }

  /** Whether the last character is one of the alphabet, and its spare bits are zero. */
  private static boolean endsCanonically(byte[] text, int from, int to) {
    if (from == to) {
      return true;
    }
    int last = ALPHABET.indexOf(text[to - 1]);
    int spareBits =
        switch ((to - from) & 3) {
          case 0 -> 0;
          case 2 -> 0xf;
          case 3 -> 0x3;
          default -> -1;
        };
    return last >= 0 && spareBits >= 0 && (last & spareBits) == 0;
  }

  private static DecodingException malformed() {
    return new DecodingException(MALFORMED_BASE64, "not canonical base64url without padding");
  }
}
