// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.springmvc;

import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.services.accounts.Accounts;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where the time of the validations went. */
@RestController
@Profile("ours")
class AccountsController {

  private final Accounts accounts = new Accounts();

  @Bean
  TokenValidatorMonitor validations() {
    return accounts.validations();
  }

  @GetMapping(path = "/accounts", produces = MediaType.APPLICATION_JSON_VALUE)
  String accounts() {
    return accounts.json();
  }
}
