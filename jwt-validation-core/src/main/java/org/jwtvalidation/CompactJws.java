package org.jwtvalidation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JWS in compact serialization (RFC 7515 section 7.1) taken apart: what anybody may have written.
 *
 * @param octets the whole, in ASCII
 * @param headerLength how many of the octets, from the first, are the encoded JOSE Header
 * @param signingInputLength how many of the octets, from the first, are the JWS Signing Input
 * @param header the JOSE Header
 * @param claims the JWT Claims Set
 * @param signature the JWS Signature
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never handed out
record CompactJws(
    byte[] octets,
    int headerLength,
    int signingInputLength,
    Map<String, @Nullable Object> header,
    Map<String, @Nullable Object> claims,
    byte[] signature) {

  /** Nothing of the token, whoever logs it. */
  @Override
  public String toString() {
    return "CompactJws, not verified";
  }
}
