// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** {@link UnavailableFilter} for reactive applications. */
final class UnavailableWebFilter implements WebFilter, Ordered {

  /** Just around Spring Security, whose filter has the order -100. */
  private static final int ORDER = -101;

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    return chain
        .filter(exchange)
        .onErrorResume(
            AuthenticationServiceException.class,
            failure -> answered(exchange.getResponse(), failure));
  }

  private static Mono<Void> answered(
      ServerHttpResponse response, AuthenticationServiceException failure) {
    Unavailable answer = Unavailability.of(failure);
    if (answer == null || !response.setStatusCode(HttpStatusCode.valueOf(answer.status()))) {
      return Mono.error(failure);
    }
    answer.headers().forEach((name, values) -> response.getHeaders().put(name, values));
    return response.setComplete();
  }
}
