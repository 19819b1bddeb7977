// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpspringboot;

import org.junit.jupiter.api.AfterAll;
import org.jwtvalidation.examples.mcp.Scene;
import org.jwtvalidation.examples.mcp.ServerContract;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(webEnvironment = WebEnvironment.DEFINED_PORT)
class ServerTest extends ServerContract {

  private static final Scene SCENE = new Scene();

  @DynamicPropertySource
  static void configure(DynamicPropertyRegistry properties) {
    SCENE.options().forEach((name, value) -> properties.add(name, () -> value));
    properties.add("server.port", SCENE::port);
  }

  @AfterAll
  static void close() {
    SCENE.close();
  }

  @Override
  protected Scene scene() {
    return SCENE;
  }
}
