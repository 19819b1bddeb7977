// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;
import org.jose4j.lang.JoseException;

/** {@code jose4j}: a consumer with a key resolver. */
final class Jose4j implements Peer {

  private final JwtConsumer consumer;

  Jose4j(Trust trust) throws JoseException {
    consumer =
        new JwtConsumerBuilder()
            .setVerificationKeyResolver(
                new JwksVerificationKeyResolver(new JsonWebKeySet(trust.jwkSet()).getJsonWebKeys()))
            .setJwsAlgorithmConstraints(ConstraintType.PERMIT, trust.algorithm().joseName())
            .setExpectedIssuer(trust.issuer())
            .setExpectedAudience(trust.audience())
            .setRequireExpirationTime()
            .build();
  }

  @Override
  public JwtClaims verify(String token) throws InvalidJwtException {
    return consumer.processToClaims(token);
  }
}
