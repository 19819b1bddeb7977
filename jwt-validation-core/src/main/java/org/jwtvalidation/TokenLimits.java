package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.TOKEN_FORMAT_CHECK;

import org.jspecify.annotations.Nullable;

/**
 * Bounds of a token, each held before the work that it bounds. Whatever a token holds, taking it
 * apart takes at most four times {@code tokenLength} octets of memory, or 64 KiB where that is
 * more, and some 8 KiB: header or claims whose values would take more are refused, which happens to
 * arrays of some 300 to 500 short strings and more.
 *
 * <p>A number of more than 128 digits, or of 10<sup>400</sup> and more, or as close to zero, is
 * beyond a bound, too, that nobody can set.
 *
 * @param tokenLength the most characters of a token
 * @param headerLength the most characters of the encoded JOSE Header
 * @param stringLength the most characters of a string or name in header or claims
 * @param members the most members that the objects in the header, or in the claims, have together
 * @param depth how deep objects and arrays may nest, the header or the claims set itself counting
 *     as one
 * @param keyIdLength the most characters of a {@code kid}; no key of a JWK Set document has one of
 *     more than 256
 */
public record TokenLimits(
    int tokenLength, int headerLength, int stringLength, int members, int depth, int keyIdLength) {

  private static final TokenLimits DEFAULTS =
      new TokenLimits(16 * 1024, 4 * 1024, 8 * 1024, 256, 16, 256);

  /** The depth up to which the stack of any thread suffices. */
  private static final int MAX_DEPTH = 64;

  private static final int MAX_LENGTH = 1024 * 1024;

  /**
   * Checks the bounds.
   *
   * @param tokenLength from 1 to 1,048,576
   * @param headerLength from 1 to 1,048,576
   * @param stringLength from 1 to 1,048,576
   * @param members from 1 to 1,048,576
   * @param depth from 1 to 64
   * @param keyIdLength from 1 to 1,048,576
   * @throws IllegalArgumentException if one is not positive, {@code depth} is over 64, or another
   *     is over 1,048,576
   */
  public TokenLimits {
    check("tokenLength", tokenLength, MAX_LENGTH);
    check("headerLength", headerLength, MAX_LENGTH);
    check("stringLength", stringLength, MAX_LENGTH);
    check("members", members, MAX_LENGTH);
    check("depth", depth, MAX_DEPTH);
    check("keyIdLength", keyIdLength, MAX_LENGTH);
  }

  private static void check(String option, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          option + ": " + value + " is not between 1 and " + max + "; choose a value in between");
    }
  }

  /**
   * {@return tokens of 16,384 characters, headers of 4,096, strings of 8,192, 256 members, depth
   * 16, a {@code kid} of 256}
   */
  public static TokenLimits defaults() {
    return DEFAULTS;
  }

  /** The token itself, if it is there and not too long. */
  String checkFormat(@Nullable String token) {
    if (token == null) {
      throw rejected(TOKEN_FORMAT_CHECK, Reason.TOKEN_EMPTY, null);
    }
    if (token.length() > tokenLength) {
      throw rejected(TOKEN_FORMAT_CHECK, Reason.TOKEN_TOO_LARGE, null);
    }
    // Reads no further than the first character that is no white space, which any token begins
    // with.
    if (token.isBlank()) {
      throw rejected(TOKEN_FORMAT_CHECK, Reason.TOKEN_EMPTY, null);
    }
    return token;
  }
}
