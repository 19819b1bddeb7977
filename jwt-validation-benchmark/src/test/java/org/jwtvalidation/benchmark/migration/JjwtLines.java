// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.migration;

import io.jsonwebtoken.Claims;
import io.jsonwebtoken.Header;
import io.jsonwebtoken.Jws;
import io.jsonwebtoken.JwtException;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.JwtParserBuilder;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.Locator;
import io.jsonwebtoken.security.Jwks;
import java.security.Key;
import java.security.Provider;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code doc/migration.adoc} replaces of jjwt. */
final class JjwtLines {

  private JjwtLines() {}

  static List<JwtParserBuilder> parsers(PublicKey key, String json, Provider provider) {
    var keys = Jwks.setParser().build().parse(json);
    Locator<Key> locator =
        (Header header) ->
            keys.getKeys().stream()
                .filter(jwk -> jwk.getId().equals(header.get("kid")))
                .findFirst()
                .orElseThrow()
                .toKey();
    return List.of(
        Jwts.parser().verifyWith(key),
        Jwts.parser()
            .keyLocator(locator)
            .requireIssuer("https://issuer.example")
            .requireAudience("orders-api")
            .clockSkewSeconds(30)
            .require("tenant", "north")
            .sig()
            .clear()
            .add(Jwts.SIG.RS256)
            .and()
            .provider(provider));
  }

  static List<@Nullable Object> read(JwtParser parser, String bearer) {
    try {
      Jws<Claims> jws = parser.parseSignedClaims(bearer);
      return Arrays.asList(
          jws.getHeader().getKeyId(),
          jws.getPayload().getSubject(),
          jws.getPayload().get("tenant", String.class));
    } catch (JwtException e) {
      return List.of("rejected");
    }
  }
}
