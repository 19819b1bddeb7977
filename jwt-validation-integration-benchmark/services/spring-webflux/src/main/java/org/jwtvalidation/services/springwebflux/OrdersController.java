// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.springwebflux;

import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The same answer without a token and with one. */
@RestController
class OrdersController {

  @GetMapping(path = "/health", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> health() {
    return Mono.just("orders of alice");
  }

  @GetMapping(path = "/orders", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> orders(@AuthenticationPrincipal Jwt token) {
    return Mono.just("orders of " + token.getSubject());
  }
}
