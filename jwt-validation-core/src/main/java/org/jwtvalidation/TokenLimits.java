// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import org.jwtvalidation.internal.jws.JwsLimits;
import org.jwtvalidation.internal.options.Bounds;

/**
 * Upper bounds for a token, each enforced before the work that it bounds. Immutable and
 * thread-safe: {@link #defaults()}, changed by methods that return a new object.
 *
 * <p>Three more bounds are fixed:
 *
 * <ul>
 *   <li>Memory: parsing a token allocates at most ten times {@link #tokenLength()} bytes, or 160
 *       KiB if that is more, plus some 8 KiB. Header or claims whose values need more are refused,
 *       since a few characters of JSON can take hundreds of bytes: unbounded, nested arrays take up
 *       to 38 times their text. Arrays of strings that fit the default length also fit this bound
 *       if the strings have three characters or more; of shorter ones, some 2,100 fit.
 *   <li>Numbers, zero among them: at most 128 digits and, written without an exponent, 400 before
 *       the decimal point and 400 leading zeros after it.
 *   <li>Key IDs: at most 256 characters, as in a JWK Set document.
 * </ul>
 *
 * <p>A token beyond {@link #tokenLength()} is rejected as {@link
 * org.jwtvalidation.token.Reason#TOKEN_TOO_LARGE}, one beyond another bound as {@link
 * org.jwtvalidation.token.Reason#LIMIT_EXCEEDED}.
 */
public final class TokenLimits {

  private static final TokenLimits DEFAULTS =
      new TokenLimits(16 * 1024, 4 * 1024, 8 * 1024, 256, 16);

  /** The depth up to which the stack of any thread suffices. */
  private static final int MAX_DEPTH = 64;

  private static final int MAX_LENGTH = 1024 * 1024;

  private final int tokenLength;
  private final int headerLength;
  private final int stringLength;
  private final int members;
  private final int depth;

  private TokenLimits(int tokenLength, int headerLength, int stringLength, int members, int depth) {
    this.tokenLength = tokenLength;
    this.headerLength = headerLength;
    this.stringLength = stringLength;
    this.members = members;
    this.depth = depth;
  }

  /**
   * {@return tokens of 16,384 characters, headers of 4,096, strings of 8,192, 256 members, depth
   * 16}
   */
  public static TokenLimits defaults() {
    return DEFAULTS;
  }

  /**
   * Bounds the length of a token.
   *
   * @param characters from 1 to 1,048,576
   * @return the new bounds
   * @throws IllegalArgumentException if the value is out of range
   */
  public TokenLimits withTokenLength(int characters) {
    check("tokenLength", characters, MAX_LENGTH);
    return new TokenLimits(characters, headerLength, stringLength, members, depth);
  }

  /**
   * Bounds the length of the encoded JOSE Header.
   *
   * @param characters from 1 to 1,048,576
   * @return the new bounds
   * @throws IllegalArgumentException if the value is out of range
   */
  public TokenLimits withHeaderLength(int characters) {
    check("headerLength", characters, MAX_LENGTH);
    return new TokenLimits(tokenLength, characters, stringLength, members, depth);
  }

  /**
   * Bounds the length of a string or a member name in header and claims.
   *
   * @param characters from 1 to 1,048,576
   * @return the new bounds
   * @throws IllegalArgumentException if the value is out of range
   */
  public TokenLimits withStringLength(int characters) {
    check("stringLength", characters, MAX_LENGTH);
    return new TokenLimits(tokenLength, headerLength, characters, members, depth);
  }

  /**
   * Bounds the number of members that all objects of the header, or of the claims, have together.
   *
   * @param count from 1 to 1,048,576
   * @return the new bounds
   * @throws IllegalArgumentException if the value is out of range
   */
  public TokenLimits withMembers(int count) {
    check("members", count, MAX_LENGTH);
    return new TokenLimits(tokenLength, headerLength, stringLength, count, depth);
  }

  /**
   * Bounds the depth to which objects and arrays nest.
   *
   * @param levels from 1 to 64; the header or the claims set itself counts as one
   * @return the new bounds
   * @throws IllegalArgumentException if the value is out of range
   */
  public TokenLimits withDepth(int levels) {
    check("depth", levels, MAX_DEPTH);
    return new TokenLimits(tokenLength, headerLength, stringLength, members, levels);
  }

  private static void check(String option, int value, int max) {
    var unused = Bounds.check(option, value, 1, max, "choose a value in between");
  }

  /** {@return the maximum length of a token, in characters} */
  public int tokenLength() {
    return tokenLength;
  }

  /** {@return the maximum length of the encoded JOSE Header, in characters} */
  public int headerLength() {
    return headerLength;
  }

  /** {@return the maximum length of a string or a member name, in characters} */
  public int stringLength() {
    return stringLength;
  }

  /** {@return the maximum number of object members in the header, and in the claims} */
  public int members() {
    return members;
  }

  /** {@return the maximum depth of nested objects and arrays} */
  public int depth() {
    return depth;
  }

  /**
   * Returns the bounds for the parser of tokens and proofs.
   *
   * @return the bounds of a JWS
   * @hidden
   */
  @SuppressWarnings({"exports", "InvalidBlockTag"}) // no user has such a type
  public JwsLimits ofParsing() {
    return JwsLimits.of(tokenLength, headerLength, depth, stringLength, members);
  }
}
