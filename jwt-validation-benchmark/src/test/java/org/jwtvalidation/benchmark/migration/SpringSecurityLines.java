// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.migration;

import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoders;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** What {@code doc/migration.adoc} replaces of Spring Security. */
final class SpringSecurityLines {

  private SpringSecurityLines() {}

  static List<JwtDecoder> decoders(RSAPublicKey key) {
    return List.of(
        JwtDecoders.fromIssuerLocation("https://issuer.example"),
        NimbusJwtDecoder.withJwkSetUri("https://issuer.example/keys")
            .jwsAlgorithm(SignatureAlgorithm.RS256)
            .build(),
        NimbusJwtDecoder.withPublicKey(key).build());
  }

  static List<OAuth2TokenValidator<Jwt>> validators() {
    return List.of(
        new JwtAudienceValidator("orders-api"),
        new JwtTimestampValidator(Duration.ofSeconds(30)),
        new JwtTypeValidator("at+jwt"),
        new JwtClaimValidator<String>("tenant", "north"::equals));
  }

  static List<@Nullable Object> read(JwtDecoder decoder, String bearer) {
    try {
      Jwt jwt = decoder.decode(bearer);
      return Arrays.asList(
          jwt.getId(), jwt.getClaimAsString("tenant"), jwt.getClaimAsStringList("teams"));
    } catch (BadJwtException e) {
      return List.of("rejected");
    } catch (JwtException e) {
      return List.of("undecided");
    }
  }
}
