// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpquarkus;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.jwtvalidation.examples.mcp.Scene;
import org.jwtvalidation.examples.mcp.ServerContract;

@QuarkusTest
@WithTestResource(SceneResource.class)
class ServerTest extends ServerContract {

  Scene scene;

  @Override
  protected Scene scene() {
    return scene;
  }
}
