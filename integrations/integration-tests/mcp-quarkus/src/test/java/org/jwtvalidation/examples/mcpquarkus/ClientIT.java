// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpquarkus;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.jwtvalidation.examples.mcp.ClientContract;
import org.jwtvalidation.examples.mcp.Scene;

@QuarkusTest
@WithTestResource(SceneResource.class)
class ClientIT extends ClientContract {

  Scene scene;

  @Override
  protected Scene scene() {
    return scene;
  }
}
