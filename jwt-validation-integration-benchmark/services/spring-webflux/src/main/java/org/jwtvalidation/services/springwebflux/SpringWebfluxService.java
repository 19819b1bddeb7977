// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.springwebflux;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A service with Spring WebFlux. Its properties, {@code service.*}, are in the configuration. */
@SpringBootApplication
public class SpringWebfluxService {

  /** Creates the configuration. */
  public SpringWebfluxService() {}

  /**
   * Starts the service.
   *
   * @param arguments options of Spring Boot
   */
  public static void main(String[] arguments) {
    SpringApplication.run(SpringWebfluxService.class, arguments);
  }
}
