// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusProdModeTest;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Quarkus packages all of the class path of this module here, so that the testkit would be at hand
 * were the issuer started.
 */
@Tag("jdk-independent")
class DevIssuerProductionTest {

  @RegisterExtension
  static final QuarkusProdModeTest APPLICATION =
      new QuarkusProdModeTest()
          .withApplicationRoot(jar -> jar.addClass(Ping.class))
          .setApplicationName("without-issuer")
          .setRuntimeProperties(Map.of("quarkus.http.port", "0"))
          .setRun(true)
          .setExpectExit(true);

  @Test
  void isNotStartedForAPackagedApplication() {
    assertThat(APPLICATION.getExitCode()).isNotZero();
    assertThat(APPLICATION.getStartupConsoleOutput())
        .contains("jwt-validation.issuers: none given")
        .doesNotContain("/mint");
  }
}
