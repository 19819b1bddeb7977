// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tools of a path that everybody may use, of which some ask for a token themselves. */
abstract class OpenMcpTools {

  private static final String BASIC = "Basic eDp5";

  private static String bearer(String... scopes) {
    return "Bearer " + Issuer.ISSUER.token().subject("jo").scope(scopes).compact();
  }

  @Test
  void needNoTokenWhereNoneIsAskedFor() {
    assertThat(McpClient.call("open")).isEqualTo("200 open");
    assertThat(McpClient.call("open", BASIC)).isEqualTo("200 open");
  }

  @Test
  void tellClientsWithoutATokenTheScopesOfTheTool() {
    for (String tool : List.of("annotated", "later")) {
      String challenged = "401 " + McpClient.METADATA + ", scope=\"orders:write\"";
      assertThat(McpClient.call(tool)).as(tool).isEqualTo(challenged);
      assertThat(McpClient.call(tool, BASIC)).as(tool).isEqualTo(challenged);
      assertThat(McpClient.call(tool, bearer("orders:write"))).as(tool).isEqualTo("200 written");
    }
  }

  @Test
  void tellTheScopesOfTheServiceWhereTheToolHasNone() {
    assertThat(McpClient.call("known"))
        .isEqualTo("401 " + McpClient.METADATA + ", scope=\"orders:read\"");
    assertThat(McpClient.call("known", bearer())).isEqualTo("200 known");
  }

  @Test
  void refuseTokensThatAreNotValid() {
    String expired = "Bearer " + Issuer.ISSUER.token().expired().compact();
    assertThat(McpClient.call("annotated", expired))
        .isEqualTo(
            "401 " + McpClient.METADATA + ", error=\"invalid_token\", scope=\"orders:read\"");
  }
}
