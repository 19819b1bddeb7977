// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springwebflux;

import org.jwtvalidation.token.AccessToken;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The orders. */
@RestController
class OrdersController {

  @GetMapping("/orders")
  @PreAuthorize("hasAuthority('SCOPE_orders:read')")
  Mono<String> orders(@AuthenticationPrincipal AccessToken token) {
    return Mono.just("orders of " + token.subject());
  }

  @GetMapping("/refunds")
  @PreAuthorize("hasRole('clerk')")
  Mono<String> refunds() {
    return Mono.just("refunds");
  }
}
