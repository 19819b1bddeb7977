// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of other extensions that validate tokens: every one of the tables in the manual. */
@Tag("jdk-independent")
@DisplayName("114: an option beside what takes its place")
class ForeignKeysTest {

  private static final Pattern KEY =
      Pattern.compile(
          "`((?:mp\\.jwt|smallrye\\.jwt|quarkus\\.(?:oidc|smallrye-jwt))\\.[a-z][a-z.-]+)`");
  private static final Pattern OURS =
      Pattern.compile("`(?:….|jwt-validation\\.issuers\\.<name>\\.)([a-z.-]+)[`=]");

  /** The keys of the manual, and what it names in their place, or nothing. */
  private static Map<String, String> keys() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>();
    Path manual = Path.of(System.getProperty("project.folder"), "doc/quarkus.adoc");
    for (String row : Files.readAllLines(manual)) {
      String[] cells = row.split("\\|", -1);
      if (cells.length == 3 && cells[0].isEmpty()) {
        Matcher ours = OURS.matcher(cells[2]);
        String option = !cells[2].startsWith("None") && ours.find() ? ours.group(1) : "";
        KEY.matcher(cells[1]).results().forEach(key -> keys.put(key.group(1), option));
      }
    }
    return keys;
  }

  private static SmallRyeConfig config(String key, String value) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(Map.of(key, value), "test", 100))
        .build();
  }

  @Test
  void areRefusedWithWhatTakesTheirPlace() throws IOException {
    assertThat(keys()).hasSizeGreaterThan(25).containsEntry("mp.jwt.verify.audiences", "audience");
    keys()
        .forEach((key, ours) ->
            assertThatThrownBy(() -> ForeignKeys.refuse(config(key, "one")))
                .hasMessageStartingWith(key + ": nothing reads it")
                .hasMessageContaining(
                    ours.isEmpty() ? "remove it" : "; jwt-validation.issuers.<name>." + ours + " ")
                .hasMessageEndingWith(ours.isEmpty() ? "remove it" : " takes its place"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"smallrye.jwt.path.groups", "quarkus.oidc.roles.role-claim-path"})
  void tellWhereRolesBelowAClaimAre(String key) {
    assertThatThrownBy(() -> ForeignKeys.refuse(config(key, "realm_access/roles")))
        .hasMessageContaining("roles.claim (for a top-level claim; for Keycloak, roles.keycloak-");
  }

  @ParameterizedTest
  @CsvSource({
    "quarkus.oidc.partner.token.audience, audience",
    "quarkus.oidc.\"a.partner\".jwks-path, keys.jwks-uri",
    "quarkus.oidc.partner.auth-server-url, url"
  })
  void areRefusedForOneOfSeveralTenants(String key, String ours) {
    assertThatThrownBy(() -> ForeignKeys.refuse(config(key, "one")))
        .hasMessageStartingWith(key)
        .hasMessageEndingWith("issuers.<name>." + ours + " takes its place");
  }

  @ParameterizedTest
  @CsvSource({
    "MP_JWT_VERIFY_AUDIENCES, audience",
    "QUARKUS_OIDC_AUTH_SERVER_URL, url",
    "QUARKUS_OIDC_TOKEN_AUDIENCE, audience"
  })
  void areRefusedAsVariables(String name, String ours) {
    EnvConfigSource variables = new EnvConfigSource(Map.of(name, "one"), 300) {};
    assertThatThrownBy(
            () -> ForeignKeys.refuse(new SmallRyeConfigBuilder().withSources(variables).build()))
        .hasMessageEndingWith("issuers.<name>." + ours + " takes its place");
  }

  @Test
  void arePassedIfTheySayNothingAboutValidation() {
    for (String key :
        List.of(
            "smallrye.jwt.sign.key.location",
            "smallrye.jwt.new-token.lifespan",
            "quarkus.oidc-client.auth-server-url",
            "quarkus.oidc.client.id",
            "quarkus.oidc.service.host",
            "quarkus.oidc.port",
            "quarkus.oidc.port.80.tcp")) {
      assertThatCode(() -> ForeignKeys.refuse(config(key, "one"))).doesNotThrowAnyException();
    }
    for (String nothing : List.of("", " ", "false")) {
      assertThatCode(() -> ForeignKeys.refuse(config("quarkus.oidc.tenant-enabled", nothing)))
          .doesNotThrowAnyException();
    }
  }
}
