// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.function.BooleanSupplier;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * The check that an application with issuers has something that asks for tokens: without it every
 * request would be served, and nobody would notice. After all beans are there, and before the
 * server listens.
 *
 * @param environment has the property
 * @param hasFilter whether there is a filter; asked after all beans have been made
 * @param missing names what there is not
 * @param remedy says how to add it
 */
record ProtectionCheck(
    Environment environment, BooleanSupplier hasFilter, String missing, String remedy)
    implements SmartInitializingSingleton {

  /**
   * Checks.
   *
   * @throws JwtConfigurationException if requests would be served without a token
   */
  @Override
  public void afterSingletonsInstantiated() {
    if (Protection.in(environment) == Protection.FILTER && !hasFilter.getAsBoolean()) {
      throw new JwtConfigurationException(
          Protection.KEY
              + ": not set in a web application that trusts issuers and has "
              + missing
              + ", so that every request would be served without a token; add "
              + remedy
              + ", or set "
              + Protection.KEY
              + "=own if the application asks for tokens itself");
    }
  }
}
