// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed JWS in compact serialization (RFC 7515 section 7.1). It is not verified: anyone may have
 * written it. Only a {@link JwsParser} creates it, so header and claims are those of the octets
 * that are signed.
 */
public final class CompactJws {

  private final byte[] octets;
  private final int headerLength;
  private final int signingInputLength;
  private final Map<String, @Nullable Object> header;
  private final boolean headerKnown;
  private final Map<String, @Nullable Object> claims;
  private final int memory;
  private final byte[] signature;

  CompactJws(
      byte[] octets,
      int headerLength,
      int signingInputLength,
      Map<String, @Nullable Object> header,
      boolean headerKnown,
      Map<String, @Nullable Object> claims,
      int memory,
      byte[] signature) {
    this.octets = octets;
    this.headerLength = headerLength;
    this.signingInputLength = signingInputLength;
    this.header = header;
    this.headerKnown = headerKnown;
    this.claims = claims;
    this.memory = memory;
    this.signature = signature;
  }

  /** The whole token in ASCII. */
  byte[] octets() {
    return octets;
  }

  /** The length of the encoded JOSE Header, with which the octets begin. */
  int headerLength() {
    return headerLength;
  }

  /** The length of the JWS Signing Input, with which the octets begin. */
  int signingInputLength() {
    return signingInputLength;
  }

  /** The JOSE Header, unmodifiable at every level. */
  public Map<String, @Nullable Object> header() {
    return header;
  }

  /** Whether a verified token had this header before. */
  boolean headerKnown() {
    return headerKnown;
  }

  /** The JWT Claims Set, unmodifiable at every level. */
  public Map<String, @Nullable Object> claims() {
    return claims;
  }

  /**
   * The estimated size in memory, in bytes, of the claims, and of the header if this token alone
   * has it.
   */
  public int memory() {
    return memory;
  }

  /**
   * The estimated size in memory, in bytes, of all this and of the text that it was parsed from.
   */
  public int memoryWithText() {
    return memory + 2 * octets.length;
  }

  /** The JWS Signature. */
  byte[] signature() {
    return signature;
  }

  /** Shows nothing of the token, in case it is logged. */
  @Override
  public String toString() {
    return "CompactJws, not verified";
  }
}
