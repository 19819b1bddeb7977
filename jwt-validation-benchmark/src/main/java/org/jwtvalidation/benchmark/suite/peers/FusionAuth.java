// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import io.fusionauth.jwt.InvalidJWTException;
import io.fusionauth.jwt.JWTDecoder;
import io.fusionauth.jwt.Verifier;
import io.fusionauth.jwt.domain.JWT;
import io.fusionauth.jwt.ec.ECVerifier;
import io.fusionauth.jwt.rsa.RSAVerifier;
import java.security.interfaces.RSAPublicKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code fusionauth-jwt}: a decoder with a verifier per key; this class checks issuer and audience.
 */
final class FusionAuth implements Peer {

  private final JWTDecoder decoder = JWT.getDecoder();
  private final Map<String, Verifier> verifiers = new HashMap<>();
  private final String issuer;
  private final String audience;

  FusionAuth(Trust trust) {
    trust
        .keys()
        .forEach((keyId, key) ->
            verifiers.put(
                keyId,
                key instanceof RSAPublicKey
                    ? RSAVerifier.newVerifier(key)
                    : ECVerifier.newVerifier(key)));
    issuer = trust.issuer();
    audience = trust.audience();
  }

  @Override
  public JWT verify(String token) {
    JWT jwt = decoder.decode(token, verifiers);
    if (!issuer.equals(jwt.issuer) || !isFor(audience, jwt.audience)) {
      throw new InvalidJWTException("wrong issuer or audience");
    }
    return jwt;
  }

  private static boolean isFor(String audience, @Nullable Object claim) {
    return audience.equals(claim)
        || (claim instanceof Collection<?> several && several.contains(audience));
  }
}
