// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import org.jwtvalidation.internal.codec.JsonLimits;

/**
 * Upper bounds for the parsing of a JWS.
 *
 * @param headerLength the maximum length of the encoded JOSE Header, in characters
 * @param memoryLength the token length from which the bounds of memory are derived, in characters
 * @param json the bounds of header and payload
 */
public record JwsLimits(int headerLength, int memoryLength, JsonLimits json) {

  /** The bytes of memory that parsing may allocate for each character of the longest token. */
  private static final int MEMORY_PER_CHARACTER = 10;

  private static final int SPARE_MEMORY = 4 * 1024;

  /** Shorter limits save no memory: the usual tokens must fit. */
  private static final int LEAST_MEMORY_LENGTH = 16 * 1024;

  /**
   * The bounds of a token.
   *
   * @param tokenLength the maximum length of a token, in characters
   * @param headerLength the maximum length of the encoded JOSE Header, in characters
   * @param depth the maximum depth of nested objects and arrays
   * @param stringLength the maximum length of a string or a member name, in characters
   * @param members the maximum number of object members in the header, and in the claims
   */
  public static JwsLimits of(
      int tokenLength, int headerLength, int depth, int stringLength, int members) {
    return new JwsLimits(
        headerLength,
        Math.max(tokenLength, LEAST_MEMORY_LENGTH),
        new JsonLimits(depth, stringLength, members));
  }

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
