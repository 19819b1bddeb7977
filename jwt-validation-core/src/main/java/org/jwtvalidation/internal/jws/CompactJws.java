package org.jwtvalidation.internal.jws;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed JWS in compact serialization (RFC 7515 section 7.1). It is not verified: anyone may have
 * written it.
 *
 * @param octets the whole token in ASCII
 * @param headerLength the length of the encoded JOSE Header, with which the octets begin
 * @param signingInputLength the length of the JWS Signing Input, with which the octets begin
 * @param header the JOSE Header
 * @param headerKnown whether a verified token had this header before
 * @param claims the JWT Claims Set
 * @param claimsMemory how many octets of memory the claims take, estimated
 * @param signature the JWS Signature
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never exposed
public record CompactJws(
    byte[] octets,
    int headerLength,
    int signingInputLength,
    Map<String, @Nullable Object> header,
    boolean headerKnown,
    Map<String, @Nullable Object> claims,
    int claimsMemory,
    byte[] signature) {

  /** Shows nothing of the token, in case it is logged. */
  @Override
  public String toString() {
    return "CompactJws, not verified";
  }
}
