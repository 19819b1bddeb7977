// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class RootPathTest extends MetadataAnswers {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      application().overrideConfigKey("quarkus.http.root-path", "/mcp");

  RootPathTest() {
    super("/mcp");
  }
}
