// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("dev-mode")
class LazyMcpToolsTest extends OpenMcpTools {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      McpClient.application().overrideConfigKey("quarkus.http.auth.proactive", "false");
}
