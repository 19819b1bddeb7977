// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springwebflux;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;

/** A service whose requests need a token; nothing here says so but the dependency. */
@SpringBootApplication
@EnableReactiveMethodSecurity
public class OrdersApplication {

  /** Creates the configuration. */
  public OrdersApplication() {}

  /**
   * Starts the service.
   *
   * @param arguments options of Spring Boot
   */
  public static void main(String[] arguments) {
    SpringApplication.run(OrdersApplication.class, arguments);
  }
}
