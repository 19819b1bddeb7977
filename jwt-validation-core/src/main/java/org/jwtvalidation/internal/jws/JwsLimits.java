package org.jwtvalidation.internal.jws;

import org.jwtvalidation.internal.codec.JsonLimits;

/**
 * Upper bounds for the parsing of a JWS.
 *
 * @param headerLength the maximum length of the encoded JOSE Header, in characters
 * @param memoryLength the length of a token, in characters, by which memory is measured out
 * @param json the bounds of header and payload
 */
public record JwsLimits(int headerLength, int memoryLength, JsonLimits json) {

  /** The octets of memory that parsing may allocate for each character of the longest token. */
  private static final int MEMORY_PER_CHARACTER = 10;

  private static final int SPARE_MEMORY = 4 * 1024;

  /** The memory for the header, by its length: the same whether the header is known or not. */
  public int headerMemory(int length) {
    return Math.min(MEMORY_PER_CHARACTER * length, memoryLength) + SPARE_MEMORY;
  }

  /** The memory for the claims: what the token's octets, header and signature leave. */
  public int claimsMemory(int length, int signatureLength) {
    return (MEMORY_PER_CHARACTER - 1) * memoryLength
        + 2 * SPARE_MEMORY
        - headerMemory(length)
        - signatureLength;
  }
}
