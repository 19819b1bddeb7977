// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import com.auth0.jwt.JWT;
import com.nimbusds.jwt.SignedJWT;
import io.fusionauth.jwt.JWTUtils;
import io.smallrye.jwt.auth.principal.DefaultJWTParser;
import java.util.Objects;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.benchmark.suite.TokenParsing;

/** Parses tokens with one library, without verification. */
interface TokenParser {

  /** Returns the claims in the library's own form, possibly with the header. */
  Object parse(String token) throws Exception;

  /** Sets up one library for tokens of an issuer; a JVM loads no other. */
  static TokenParser named(String name, PeerTraffic traffic) {
    return switch (name) {
      case "JWT_VALIDATION" -> new TokenParsing(TokenLimits.defaults())::parse;
      case "JWT_VALIDATION_KNOWN_HEADER" -> knowing(traffic);
      case "AUTH0" -> JWT::decode;
      // Parses the claims only on request.
      case "NIMBUS" -> token -> SignedJWT.parse(token).getJWTClaimsSet();
      // Ignores the header and the signature.
      case "FUSIONAUTH_PAYLOAD" -> JWTUtils::decodePayload;
      case "JOSE4J" -> jose4j();
      case "SMALLRYE" -> smallRye();
      case Predecessor.ROW -> Predecessor.get().parser();
      default -> throw new IllegalArgumentException("peer: " + name + " is unknown");
    };
  }

  private static TokenParser knowing(PeerTraffic traffic) {
    TokenParsing parsing = new TokenParsing(TokenLimits.defaults());
    parsing.remember(traffic.token(0), traffic.signingKey());
    return parsing::parse;
  }

  private static TokenParser jose4j() {
    JwtConsumer consumer =
        new JwtConsumerBuilder()
            .setSkipSignatureVerification()
            .setSkipAllValidators()
            .setDisableRequireSignature()
            .build();
    return consumer::process;
  }

  private static TokenParser smallRye() {
    DefaultJWTParser parser = new DefaultJWTParser();
    // Null means a malformed token.
    return token -> Objects.requireNonNull(parser.parseOnly(token), "malformed");
  }
}
