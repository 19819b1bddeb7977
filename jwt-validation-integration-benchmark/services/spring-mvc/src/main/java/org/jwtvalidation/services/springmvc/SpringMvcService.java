// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.springmvc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A service with Spring MVC. Its properties, {@code service.*}, are in the configuration. */
@SpringBootApplication
public class SpringMvcService {

  /** Creates the configuration. */
  public SpringMvcService() {}

  /**
   * Starts the service.
   *
   * @param arguments options of Spring Boot
   */
  public static void main(String[] arguments) {
    SpringApplication.run(SpringMvcService.class, arguments);
  }
}
