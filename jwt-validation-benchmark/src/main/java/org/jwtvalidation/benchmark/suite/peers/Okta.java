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
 * {@code okta-jwt-verifier}: the verifier that its builder makes, which would insist on fetching
 * keys over HTTPS; here a resolver has them in memory. Runs on this module's version of jjwt.
 */
final class Okta implements Peer<Jwt> {

  /** As its builder has it. */
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

  @Override
  public @Nullable String subject(Jwt verified) {
    return (String) verified.getClaims().get("sub");
  }

  @SuppressWarnings("deprecation") // the verifier takes nothing else
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
