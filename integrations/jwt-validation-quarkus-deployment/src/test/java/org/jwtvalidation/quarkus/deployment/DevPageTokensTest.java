// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk-independent")
class DevPageTokensTest {

  private static final DevIssuer ISSUER = DevIssuer.start();

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  private static JsonObject claims(Map<String, String> fields) {
    String token = DevPage.mint(ISSUER.tokens(), fields);
    String payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));
    return new JsonObject(new String(Base64.getUrlDecoder().decode(payload), UTF_8));
  }

  @Test
  void haveWhatTheFieldsSay() {
    JsonObject claims =
        claims(
            Map.of("user", " jo ", "roles", "clerk  cook", "scopes", "orders:read orders:write"));
    assertThat(claims.getString("sub")).isEqualTo("jo");
    assertThat(claims.getJsonArray("roles")).isEqualTo(new JsonArray().add("clerk").add("cook"));
    assertThat(claims.getString("scope")).isEqualTo("orders:read orders:write");
  }

  @Test
  void leaveOutWhatEmptyFieldsDoNotSay() {
    JsonObject claims = claims(Map.of("user", "", "roles", " ", "scopes", ""));
    assertThat(claims.getString("sub")).isNotBlank();
    assertThat(claims.containsKey("roles")).isFalse();
    assertThat(claims.containsKey("scope")).isFalse();
    assertThat(claims(Map.of()).fieldNames()).isEqualTo(claims.fieldNames());
  }
}
