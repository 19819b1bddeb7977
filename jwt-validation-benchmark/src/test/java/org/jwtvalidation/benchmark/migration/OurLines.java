// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.migration;

import java.net.URI;
import java.security.Provider;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.ClaimCheck;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;

/** What {@code doc/migration.adoc} offers in place of the lines of other libraries. */
final class OurLines {

  private OurLines() {}

  static List<KeySource> keys(URI uri, PublicKey key, String json) {
    return List.of(
        KeySource.jwksUri(URI.create("https://issuer.example/keys")),
        KeySource.jwksUri(uri),
        KeySource.of(JwkSet.of(VerificationKey.of("2026-01", SignatureAlgorithm.RS256, key))),
        KeySource.of(JwkSet.parse(json)));
  }

  static List<IssuerConfig> issuers(KeySource keys, ClaimCheck check) {
    return List.of(
        IssuerConfig.builder("https://issuer.example").audience("orders-api").build(),
        IssuerConfig.builder("https://issuer.example")
            .audience("orders-api", "orders-admin")
            .allAudiences("orders-api", "eu")
            .algorithms(SignatureAlgorithm.RS256)
            .requireAccessTokenType()
            .leeway(Duration.ofSeconds(30))
            .maxAge(Duration.ofHours(1))
            .requiredClaims("tenant")
            .claimCheck("tenant", claims -> "north".equals(claims.string("tenant")))
            .claimCheck("mine", check)
            .keySource(keys)
            .build());
  }

  static TokenValidator validator(IssuerConfig issuer, Provider provider) {
    return TokenValidator.builder()
        .issuer(issuer)
        .signaturePolicy(SignaturePolicy.provider(provider))
        .build();
  }

  static List<@Nullable Object> read(TokenValidator validator, String bearer) {
    try {
      AccessToken token = validator.validate(bearer);
      return Arrays.asList(
          token.subject(),
          token.jwtId(),
          token.keyId(),
          token.expiresAt(),
          token.claims().string("tenant"),
          token.claims().strings("teams"));
    } catch (TokenRejectedException e) {
      return List.of(e.rejection().reason() == Reason.EXPIRED);
    } catch (UndecidedException e) {
      return List.of("undecided");
    }
  }
}
