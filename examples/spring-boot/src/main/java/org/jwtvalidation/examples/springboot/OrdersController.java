// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springboot;

import org.jwtvalidation.token.AccessToken;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The orders. */
@RestController
class OrdersController {

  @GetMapping("/orders")
  @PreAuthorize("hasAuthority('SCOPE_orders:read')")
  String orders(@AuthenticationPrincipal AccessToken token) {
    return "orders of " + token.subject();
  }

  @GetMapping("/refunds")
  @PreAuthorize("hasRole('clerk')")
  String refunds() {
    return "refunds";
  }
}
