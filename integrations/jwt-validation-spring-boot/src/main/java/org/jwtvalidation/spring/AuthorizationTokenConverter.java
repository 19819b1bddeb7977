// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.web.server.authentication.ServerAuthenticationConverter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * As {@link AuthorizationTokenResolver}, for WebFlux: reads the token of a request from the header
 * field {@code Authorization} only. Filter chains of the application use it if they pass it to
 * {@code bearerTokenConverter}.
 *
 * <p>It is thread-safe. The result is empty if a request has no token, and an {@link
 * org.springframework.security.oauth2.core.OAuth2AuthenticationException
 * OAuth2AuthenticationException} if one is malformed.
 */
public final class AuthorizationTokenConverter implements ServerAuthenticationConverter {

  /** Creates a converter. */
  public AuthorizationTokenConverter() {}

  @Override
  public Mono<Authentication> convert(ServerWebExchange exchange) {
    return Mono.fromCallable(() -> authentication(exchange.getRequest().getHeaders()));
  }

  private static @Nullable Authentication authentication(HttpHeaders fields) {
    List<String> values = fields.getOrEmpty(HttpHeaders.AUTHORIZATION);
    String token =
        AuthorizationField.token(values.isEmpty() ? null : values.get(0), values.size() > 1);
    return token == null ? null : new BearerTokenAuthenticationToken(token);
  }
}
