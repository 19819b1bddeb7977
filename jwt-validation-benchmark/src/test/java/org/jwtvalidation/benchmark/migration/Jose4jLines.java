// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.migration;

import java.security.PublicKey;
import java.util.Arrays;
import java.util.List;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.HttpsJwks;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.jwt.consumer.Validator;
import org.jose4j.keys.resolvers.HttpsJwksVerificationKeyResolver;
import org.jspecify.annotations.Nullable;

/** What {@code doc/migration.adoc} replaces of jose4j. */
final class Jose4jLines {

  private Jose4jLines() {}

  static List<JwtConsumerBuilder> consumers(PublicKey key, Validator check) {
    HttpsJwks jwks = new HttpsJwks("https://issuer.example/keys");
    return List.of(
        new JwtConsumerBuilder().setVerificationKey(key),
        new JwtConsumerBuilder()
            .setVerificationKeyResolver(new HttpsJwksVerificationKeyResolver(jwks))
            .setJwsAlgorithmConstraints(ConstraintType.PERMIT, "RS256")
            .setExpectedIssuer("https://issuer.example")
            .setExpectedAudience("orders-api")
            .setExpectedType(true, "at+jwt")
            .setAllowedClockSkewInSeconds(30)
            .setIssuedAtRestrictions(30, 3600)
            .registerValidator(check));
  }

  static List<@Nullable Object> read(JwtConsumer consumer, String bearer)
      throws MalformedClaimException {
    try {
      JwtClaims claims = consumer.processToClaims(bearer);
      return Arrays.asList(
          claims.getJwtId(),
          claims.getStringClaimValue("tenant"),
          claims.getStringListClaimValue("teams"));
    } catch (InvalidJwtException e) {
      return List.of(e.hasExpired());
    }
  }
}
