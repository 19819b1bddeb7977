// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import com.auth0.jwt.JWT;
import com.auth0.jwt.JWTVerifier;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.interfaces.DecodedJWT;
import com.auth0.jwt.interfaces.ECDSAKeyProvider;
import com.auth0.jwt.interfaces.RSAKeyProvider;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code java-jwt}: a verifier with a key provider. */
final class Auth0 implements Peer {

  private final JWTVerifier verifier;

  Auth0(Trust trust) {
    Algorithm algorithm =
        switch (trust.algorithm()) {
          case RS256 -> Algorithm.RSA256(new RsaKeys(trust.keys()));
          case ES256 -> Algorithm.ECDSA256(new EcKeys(trust.keys()));
          default -> throw new IllegalArgumentException("algorithm: " + trust.algorithm());
        };
    verifier =
        JWT.require(algorithm).withIssuer(trust.issuer()).withAudience(trust.audience()).build();
  }

  @Override
  public DecodedJWT verify(String token) {
    return verifier.verify(token);
  }

  private record RsaKeys(Map<String, PublicKey> keys) implements RSAKeyProvider {

    @Override
    public @Nullable RSAPublicKey getPublicKeyById(String keyId) {
      return (RSAPublicKey) keys.get(keyId);
    }

    @Override
    public @Nullable RSAPrivateKey getPrivateKey() {
      return null;
    }

    @Override
    public @Nullable String getPrivateKeyId() {
      return null;
    }
  }

  private record EcKeys(Map<String, PublicKey> keys) implements ECDSAKeyProvider {

    @Override
    public @Nullable ECPublicKey getPublicKeyById(String keyId) {
      return (ECPublicKey) keys.get(keyId);
    }

    @Override
    public @Nullable ECPrivateKey getPrivateKey() {
      return null;
    }

    @Override
    public @Nullable String getPrivateKeyId() {
      return null;
    }
  }
}
