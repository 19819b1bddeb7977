package org.jwtvalidation.benchmark.suite.peers;

import com.auth0.jwt.JWT;
import com.nimbusds.jwt.SignedJWT;
import io.fusionauth.jwt.JWTUtils;
import io.smallrye.jwt.auth.principal.DefaultJWTParser;
import java.util.Objects;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.TokenParsing;

/** What a library does to read a token without verifying it. */
interface TokenParser {

  /** The claims, in whatever form, maybe with the header. */
  Object parse(String token) throws Exception;

  /** One case is taken in a JVM, so that no other library is even loaded. */
  static TokenParser named(String name, String example) {
    return switch (name) {
      case "JWT_VALIDATION" -> new TokenParsing(TokenLimits.defaults())::parse;
      case "JWT_VALIDATION_KNOWN_HEADER" -> knowing(example);
      case "AUTH0" -> JWT::decode;
      // Reads the claims only when it is asked for them.
      case "NIMBUS" -> token -> SignedJWT.parse(token).getJWTClaimsSet();
      // Leaves the header and the signature alone.
      case "FUSIONAUTH_PAYLOAD" -> JWTUtils::decodePayload;
      case "JOSE4J" -> jose4j();
      case "SMALLRYE" -> smallRye();
      case Predecessor.ROW -> Predecessor.get().parser();
      default -> throw new IllegalArgumentException("peer: " + name + " is none");
    };
  }

  private static TokenParser knowing(String example) {
    TokenParsing parsing = new TokenParsing(TokenLimits.defaults());
    parsing.remember(example);
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
    // Null is its word for a malformed token.
    return token -> Objects.requireNonNull(parser.parseOnly(token), "malformed");
  }
}
