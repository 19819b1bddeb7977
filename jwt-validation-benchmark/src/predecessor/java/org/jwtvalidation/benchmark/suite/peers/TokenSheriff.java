package org.jwtvalidation.benchmark.suite.peers;

import de.cuioss.sheriff.token.validation.IssuerConfig;
import de.cuioss.sheriff.token.validation.TokenValidator;
import de.cuioss.sheriff.token.validation.cache.AccessTokenCacheConfig;
import de.cuioss.sheriff.token.validation.domain.context.AccessTokenRequest;
import de.cuioss.sheriff.token.validation.domain.token.AccessTokenContent;
import org.jspecify.annotations.Nullable;

/** {@code token-sheriff-validation}, the system before this one. */
final class TokenSheriff implements Peer<AccessTokenContent> {

  private final TokenValidator validator;

  TokenSheriff(Trust trust) {
    validator =
        TokenValidator.builder()
            .issuerConfig(
                IssuerConfig.builder()
                    .issuerIdentifier(trust.issuer())
                    .expectedAudience(trust.audience())
                    .jwksContent(trust.jwkSet())
                    .build())
            // It would remember valid tokens.
            .cacheConfig(AccessTokenCacheConfig.disabled())
            .build();
  }

  @Override
  public AccessTokenContent verify(String token) {
    return validator.createAccessToken(AccessTokenRequest.of(token));
  }

  @Override
  public @Nullable String subject(AccessTokenContent verified) {
    return verified.getSubject().orElse(null);
  }
}
