// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import java.util.Optional;
import org.jwtvalidation.TokenValidator;

/**
 * A library that validates tokens, set up once and shared by all threads, as in a server. All peers
 * make the same checks: the signature by the key that {@code kid} names, {@code exp}, {@code nbf},
 * {@code iss} and {@code aud}; the class of a peer makes those that the library omits. None caches
 * tokens.
 */
interface Peer {

  /**
   * Validates a token. Returns the library's own type of a valid token, and throws the library's
   * own exception if the token is invalid.
   */
  Object verify(String token) throws Exception;

  /** Returns the validator of this library; empty for the others. */
  default Optional<TokenValidator> measuredValidator() {
    return Optional.empty();
  }

  /** Sets up one library; a JVM loads no other. */
  static Peer named(String name, Trust trust) throws Exception {
    return switch (name) {
      case "JWT_VALIDATION" -> new JwtValidation(trust);
      case "JWT_VALIDATION_WARMED_UP" -> new JwtValidation(trust).warmedUp();
      case "AUTH0" -> new Auth0(trust);
      case "JJWT" -> new Jjwt(trust);
      case "NIMBUS_PREPARED" -> new NimbusPrepared(trust);
      case "NIMBUS_AS_DOCUMENTED" -> NimbusProcessor.asDocumented(trust);
      case "FUSIONAUTH" -> new FusionAuth(trust);
      case "JOSE4J" -> new Jose4j(trust);
      case "OKTA" -> new Okta(trust);
      case "SMALLRYE" -> new SmallRye(trust);
      case "VERTX" -> new Vertx(trust);
      case "SPRING_SECURITY" -> new SpringSecurity(trust);
      case "TINK" -> new Tink(trust);
      case Predecessor.ROW -> Predecessor.get().peer(trust);
      case "BARE_JDK" -> BareSignature.byJdk(trust);
      case "BARE_BOUNCY_CASTLE" -> BareSignature.byBouncyCastle(trust);
      default -> throw new IllegalArgumentException("peer: " + name + " is unknown");
    };
  }
}
