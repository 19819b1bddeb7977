// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.quarkus;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.services.accounts.Accounts;

/** The accounts, and the monitors that fill them. */
@Singleton
class AccountsBeans {

  @Produces
  @Singleton
  Accounts accounts() {
    return new Accounts();
  }

  @Produces
  @Singleton
  TokenValidatorMonitor validations(Accounts accounts) {
    return accounts.validations();
  }

  @Produces
  @Singleton
  HttpMonitor requests(Accounts accounts) {
    return accounts.requests();
  }
}
