package org.jwtvalidation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes tokens apart and does nothing else, for benchmarks. In the package of the library because
 * its parser is not public. Thread-safe.
 */
public final class TokenParsing {

  private final JwsParser parser;

  /**
   * Parses as a validator with these bounds does.
   *
   * @param limits the bounds
   */
  public TokenParsing(TokenLimits limits) {
    this.parser = new JwsParser(limits);
  }

  /**
   * Has the header of a token known from now on, as it is after the first token of an issuer whose
   * signature has held.
   *
   * @param token the token, taken for verified
   */
  public void remember(String token) {
    parser.remember(parser.parse(token));
  }

  /**
   * Takes a token apart.
   *
   * @param token the token
   * @return what {@link #claims} reads
   * @throws TokenRejectedException if it is malformed
   */
  public Object parse(String token) {
    return parser.parse(token);
  }

  /**
   * Reads the claims of a token that was taken apart.
   *
   * @param parsed the result of {@link #parse}
   * @return the claims, which nobody has verified
   */
  public static Map<String, @Nullable Object> claims(Object parsed) {
    return ((CompactJws) parsed).claims();
  }
}
