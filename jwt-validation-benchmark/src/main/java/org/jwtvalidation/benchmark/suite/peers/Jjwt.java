// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import io.jsonwebtoken.Claims;
import io.jsonwebtoken.Jws;
import io.jsonwebtoken.JwsHeader;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.Jwts;

/** {@code jjwt}: a parser with a key locator, JSON by Jackson. */
final class Jjwt implements Peer {

  private final JwtParser parser;

  Jjwt(Trust trust) {
    parser =
        Jwts.parser()
            .keyLocator(
                header -> header instanceof JwsHeader jws ? trust.keys().get(jws.getKeyId()) : null)
            .requireIssuer(trust.issuer())
            .requireAudience(trust.audience())
            .build();
  }

  @Override
  public Jws<Claims> verify(String token) {
    return parser.parseSignedClaims(token);
  }
}
