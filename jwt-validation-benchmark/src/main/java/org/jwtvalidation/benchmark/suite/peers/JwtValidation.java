// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import java.util.Optional;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;

/** This library, without its cache. */
final class JwtValidation implements Peer {

  private final TokenValidator validator;

  JwtValidation(Trust trust) {
    validator =
        TokenValidator.builder()
            .cacheSize(0)
            .issuer(
                IssuerConfig.builder(trust.issuer())
                    .audience(trust.audience())
                    .algorithms(trust.algorithm())
                    .keySource(KeySource.of(JwkSet.parse(trust.jwkSet())))
                    .build())
            .build();
  }

  JwtValidation warmedUp() {
    validator.warmUp();
    return this;
  }

  @Override
  public AccessToken verify(String token) {
    return validator.validate(token);
  }

  @Override
  public Optional<TokenValidator> measuredValidator() {
    return Optional.of(validator);
  }
}
