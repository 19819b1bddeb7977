// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.Objects;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.MalformedJwsException;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.VerificationKey;

/** Parses tokens and does nothing else. Thread-safe. */
public final class TokenParsing {

  private final JwsParser parser;

  /**
   * Creates a parser with the limits of a validator.
   *
   * @param limits the limits
   */
  public TokenParsing(TokenLimits limits) {
    this.parser = new JwsParser(limits.ofParsing());
  }

  /**
   * Remembers the header of a token, as a validator does once it has verified the signature.
   *
   * @param token the token
   * @param key the key that signed it
   */
  public void remember(String token, VerificationKey key) {
    VerifiedJws verified =
        VerifiedJws.verify(parse(token), SignaturePolicy.providersOnly().verifier(key));
    parser.remember(Objects.requireNonNull(verified, "signature"));
  }

  /**
   * Parses a token.
   *
   * @param token the token
   * @return the parts of the token, with its unverified claims
   * @throws IllegalArgumentException if it is malformed
   */
  public CompactJws parse(String token) {
    try {
      return parser.parse(token);
    } catch (MalformedJwsException e) {
      throw new IllegalArgumentException("token: malformed", e);
    }
  }
}
