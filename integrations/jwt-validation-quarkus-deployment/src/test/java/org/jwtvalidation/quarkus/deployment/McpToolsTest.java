// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.TokenBuilder;

/** Tools of one path, each with its own rule, of which the server makes results of all kinds. */
@Tag("dev-mode")
class McpToolsTest {

  private static final String INSUFFICIENT =
      "403 " + McpClient.METADATA + ", error=\"insufficient_scope\"";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      McpClient.application()
          .overrideConfigKey("quarkus.http.auth.permission.mcp.paths", "/mcp")
          .overrideConfigKey("quarkus.http.auth.permission.mcp.policy", "authenticated");

  private static String call(String tool, TokenBuilder token) {
    return McpClient.call(tool, "Bearer " + token.compact());
  }

  private static TokenBuilder jo() {
    return Issuer.ISSUER.token().subject("jo");
  }

  @Test
  void areAnsweredByScopesOfOneTool() {
    for (String tool : List.of("annotated", "later", "required", "requiredLater")) {
      assertThat(McpClient.call(tool, "Basic eDp5"))
          .as(tool)
          .isEqualTo("401 " + McpClient.METADATA + ", scope=\"orders:read\"");
      assertThat(call(tool, jo().scope("orders:read")))
          .as(tool)
          .isEqualTo(INSUFFICIENT + ", scope=\"orders:write\"");
      assertThat(call(tool, jo().scope("orders:write"))).as(tool).isEqualTo("200 written");
    }
    assertThat(call("open", jo())).isEqualTo("200 open");
  }

  @Test
  void askForAnotherAuthentication() {
    assertThat(call("pay", jo().scope("orders:pay")))
        .isEqualTo(
            "401 "
                + McpClient.METADATA
                + ", error=\"insufficient_user_authentication\", acr_values=\"gold silver\","
                + " max_age=\"300\", scope=\"orders:pay\"");
    assertThat(
            call(
                "pay",
                jo().scope("orders:pay")
                    .claim("acr", "gold")
                    .claim("auth_time", Instant.now().getEpochSecond())))
        .isEqualTo("200 paid");
  }
}
