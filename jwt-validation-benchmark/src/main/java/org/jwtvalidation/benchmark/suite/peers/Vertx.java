// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.security.SignatureException;

/** {@code vertx-auth-jwt}: the provider, whose futures are complete when it returns them. */
final class Vertx implements Peer {

  private final JWTAuth provider;

  Vertx(Trust trust) {
    JWTAuthOptions options =
        new JWTAuthOptions()
            .setJWTOptions(
                new JWTOptions().setIssuer(trust.issuer()).addAudience(trust.audience()));
    new JsonObject(trust.jwkSet())
        .getJsonArray("keys")
        .forEach(key -> options.addJwk((JsonObject) key));
    // Used only to read key files, which are not used here; a real instance would start threads.
    provider = JWTAuth.create(null, options);
  }

  @Override
  public User verify(String token) throws SignatureException {
    Future<User> user = provider.authenticate(new TokenCredentials(token));
    if (!user.succeeded()) {
      throw new SignatureException(user.cause());
    }
    return user.result();
  }
}
