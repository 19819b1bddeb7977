// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.migration;

import com.auth0.jwt.JWT;
import com.auth0.jwt.JWTVerifier;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.JWTVerificationException;
import com.auth0.jwt.interfaces.DecodedJWT;
import com.auth0.jwt.interfaces.RSAKeyProvider;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code doc/migration.adoc} replaces of auth0's java-jwt. */
final class Auth0Lines {

  private Auth0Lines() {}

  static List<JWTVerifier> verifiers(RSAKeyProvider keys) {
    return List.of(
        JWT.require(Algorithm.RSA256(keys))
            .withIssuer("https://issuer.example")
            .withAnyOfAudience("orders-api", "orders-admin")
            .acceptLeeway(30)
            .withClaimPresence("tenant")
            .build(),
        JWT.require(Algorithm.RSA256(keys))
            .withAudience("orders-api", "eu")
            .withClaim("tenant", "north")
            .build());
  }

  static List<@Nullable Object> read(JWTVerifier verifier, String bearer) {
    try {
      DecodedJWT jwt = verifier.verify(bearer);
      return Arrays.asList(
          jwt.getId(),
          jwt.getExpiresAtAsInstant(),
          jwt.getClaim("tenant").asString(),
          jwt.getClaim("teams").asList(String.class));
    } catch (JWTVerificationException e) {
      return List.of("rejected");
    }
  }
}
