package org.jwtvalidation.internal.jws;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenLimits;

/**
 * Parses tokens and does nothing else, for benchmarks. In the package of the parser because a
 * header is otherwise remembered with its signature only. Thread-safe.
 */
public final class TokenParsing {

  private final JwsParser parser;
  private final KnownHeaders knownHeaders = new KnownHeaders();

  /**
   * Creates a parser with the limits of a validator.
   *
   * @param limits the limits
   */
  public TokenParsing(TokenLimits limits) {
    this.parser =
        new JwsParser(
            JwsLimits.of(
                limits.tokenLength(),
                limits.headerLength(),
                limits.depth(),
                limits.stringLength(),
                limits.members()));
  }

  /**
   * Remembers the header of a token, as a validator does once it has verified the signature.
   *
   * @param token the token, assumed to be verified
   */
  public void remember(String token) {
    CompactJws jws = parse(token);
    knownHeaders.add(jws.octets(), jws.headerLength(), jws.header());
  }

  /**
   * Parses a token.
   *
   * @param token the token
   * @return the argument of {@link #claims}
   * @throws IllegalArgumentException if it is malformed
   */
  public CompactJws parse(String token) {
    try {
      return parser.parse(token, knownHeaders);
    } catch (MalformedJwsException e) {
      throw new IllegalArgumentException("token: malformed", e);
    }
  }

  /**
   * Reads the claims of a parsed token.
   *
   * @param parsed the result of {@link #parse}
   * @return the unverified claims
   */
  public static Map<String, @Nullable Object> claims(Object parsed) {
    return ((CompactJws) parsed).claims();
  }
}
