// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import com.okta.jwt.AccessTokenVerifier;
import com.okta.jwt.Jwt;
import com.okta.jwt.JwtVerificationException;
import com.okta.jwt.impl.jjwt.JjwtAccessTokenVerifier;
import io.jsonwebtoken.Claims;
import io.jsonwebtoken.JwsHeader;
import io.jsonwebtoken.SigningKeyResolver;
import java.security.Key;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code okta-jwt-verifier}: the verifier of its builder, but with keys in memory, because the
 * builder insists on fetching keys over HTTPS. Runs on this module's version of jjwt.
 */
final class Okta implements Peer {

  /** The default of the builder. */
  private static final Duration LEEWAY = Duration.ofMinutes(2);

  private final AccessTokenVerifier verifier;

  Okta(Trust trust) {
    verifier =
        new JjwtAccessTokenVerifier(
            trust.issuer(), trust.audience(), LEEWAY, new Keys(trust.keys()));
  }

  @Override
  public Jwt verify(String token) throws JwtVerificationException {
    return verifier.decode(token);
  }

  @SuppressWarnings("deprecation") // the verifier accepts no other type
  private record Keys(Map<String, PublicKey> keys) implements SigningKeyResolver {

    @Override
    public @Nullable Key resolveSigningKey(JwsHeader header, Claims claims) {
      return keys.get(header.getKeyId());
    }

    @Override
    public @Nullable Key resolveSigningKey(JwsHeader header, byte[] content) {
      return null;
    }
  }
}
