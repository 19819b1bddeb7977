// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import de.cuioss.sheriff.token.commons.events.SecurityEventCounter;
import de.cuioss.sheriff.token.validation.IssuerConfig;
import de.cuioss.sheriff.token.validation.TokenValidator;
import de.cuioss.sheriff.token.validation.cache.AccessTokenCacheConfig;
import de.cuioss.sheriff.token.validation.domain.context.AccessTokenRequest;
import de.cuioss.sheriff.token.validation.domain.token.AccessTokenContent;
import de.cuioss.sheriff.token.validation.pipeline.NonValidatingJwtParser;
import java.util.logging.Level;
import java.util.logging.Logger;

/** {@code token-sheriff-validation}, the system before this one, loaded as a service. */
public final class TokenSheriff implements Predecessor {

  /** A strong reference, without which the logger would lose its level. */
  private static final Logger LOGGER = Logger.getLogger("de.cuioss");

  /** For the service loader. Turns off logging, as for the other libraries. */
  public TokenSheriff() {
    LOGGER.setLevel(Level.OFF);
  }

  @Override
  public Peer peer(Trust trust) {
    return new Validation(validator(trust).cacheConfig(AccessTokenCacheConfig.disabled()).build());
  }

  @Override
  public CachingPeer caching(Trust trust, int cacheSize) {
    AccessTokenCacheConfig cache = AccessTokenCacheConfig.builder().maxSize(cacheSize).build();
    return new Validation(validator(trust).cacheConfig(cache).build())::verify;
  }

  private static TokenValidator.TokenValidatorBuilder validator(Trust trust) {
    return TokenValidator.builder()
        .issuerConfig(
            IssuerConfig.builder()
                .issuerIdentifier(trust.issuer())
                .expectedAudience(trust.audience())
                .jwksContent(trust.jwkSet())
                .build());
  }

  @Override
  public TokenParser parser() {
    return NonValidatingJwtParser.builder().securityEventCounter(new SecurityEventCounter()).build()
        ::decode;
  }

  private record Validation(TokenValidator validator) implements Peer {

    @Override
    public AccessTokenContent verify(String token) {
      return validator.createAccessToken(AccessTokenRequest.of(token));
    }
  }
}
