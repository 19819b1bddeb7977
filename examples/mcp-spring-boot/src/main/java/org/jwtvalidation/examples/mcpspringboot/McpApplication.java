// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpspringboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An MCP server whose requests need a token; nothing here says so but the dependency. */
@SpringBootApplication
public class McpApplication {

  /** Creates the configuration. */
  public McpApplication() {}

  /**
   * Starts the server.
   *
   * @param arguments options of Spring Boot
   */
  public static void main(String[] arguments) {
    SpringApplication.run(McpApplication.class, arguments);
  }
}
