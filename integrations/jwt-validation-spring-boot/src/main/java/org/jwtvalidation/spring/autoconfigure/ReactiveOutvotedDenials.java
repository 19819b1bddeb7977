// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** {@link OutvotedDenials} for reactive applications. */
final class ReactiveOutvotedDenials implements WebFilter, Ordered {

  /** Just behind Spring Security, whose filter has the order -100. */
  private static final int ORDER = -99;

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    exchange.getAttributes().remove(OutvotedDenials.DENIAL);
    return chain.filter(exchange);
  }
}
