// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TestIssuer;

@Tag("jdk-independent")
class TestIssuerResourceTest {

  @WithTestIssuer
  private static final class Plain {}

  @WithTestIssuer("my.shop")
  private static final class Dotted {}

  @WithTestIssuer("")
  private static final class Nameless {}

  private static TestIssuerResource resource(Class<?> test) {
    TestIssuerResource resource = new TestIssuerResource();
    resource.init(test.getAnnotation(WithTestIssuer.class));
    return resource;
  }

  @Test
  void configuresOneIssuer() {
    TestIssuerResource resource = resource(Plain.class);
    assertThat(resource.start())
        .containsEntry("jwt-validation.issuers.dev.audience", "test-api")
        .containsEntry("jwt-validation.issuers.dev.keys.allow-loopback-http", "true")
        .containsEntry("jwt-validation.issuers.dev.preset", "")
        .containsEntry("jwt-validation.issuers.dev.keys.file", "")
        .containsEntry("jwt-validation.issuers.dev.keys.discovered", "")
        .containsKey("jwt-validation.issuers.dev.keys.jwks-uri")
        .containsEntry("jwt-validation.issuers.dev.keys.unknown-key-cooldown", "PT0.000000001S")
        .containsKey("jwt-validation.issuers.dev.url")
        .hasSize(8);
    resource.stop();
  }

  @Test
  void leavesAnyAudienceAsItIs() {
    String audience = "jwt-validation.issuers.dev.audience";
    String any = "jwt-validation.issuers.dev.any-audience";
    TestIssuerResource resource = resource(Plain.class);
    try (TestIssuer issuer = TestIssuer.start()) {
      assertThat(resource.configuration(issuer, application(Map.of(any, "true"))))
          .doesNotContainKey(audience);
      assertThat(resource.configuration(issuer, application(Map.of(any, "false"))))
          .containsEntry(audience, issuer.audience());
      assertThat(resource.configuration(issuer, application(Map.of(audience, "orders"))))
          .containsEntry(audience, issuer.audience());
    }
  }

  @Test
  void quotesNamesWithDots() {
    TestIssuerResource resource = resource(Dotted.class);
    assertThat(resource.start()).containsKey("jwt-validation.issuers.\"my.shop\".url");
    resource.stop();
  }

  private static Config config(String... keys) {
    return application(Stream.of(keys).collect(Collectors.toMap(key -> key, key -> "any")));
  }

  private static Config application(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "application", 250))
        .build();
  }

  /** The application would trust the test issuer besides its own, with options of neither. */
  @Test
  void refusesANameThatNoIssuerHas() {
    Config config =
        config(
            "jwt-validation.issuers.employees.url",
            "jwt-validation.issuers.employees.keys.jwks-uri",
            "jwt-validation.issuers.\"my.shop\".url",
            "jwt-validation.max-training",
            "%prod.jwt-validation.issuers.staff.url");
    for (String name : List.of("staff", "dev", "my")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TestIssuerResource.checkName(name, config))
          .withMessage(
              "@WithTestIssuer(\""
                  + name
                  + "\"): no such issuer, only [employees, my.shop]; name one of those");
    }
    TestIssuerResource.checkName("employees", config);
    TestIssuerResource.checkName("my.shop", config);
  }

  /** Such as those of the dev service of a test class that ran before. */
  @Test
  void acceptsANameBesideDefaultsOfAnEarlierApplication() {
    SmallRyeConfigBuilder earlier =
        new SmallRyeConfigBuilder().withDefaultValue("jwt-validation.issuers.dev.url", "any");
    TestIssuerResource.checkName("shop", earlier.build());

    Config config =
        earlier
            .withSources(
                new PropertiesConfigSource(
                    Map.of("jwt-validation.issuers.staff.url", "any"), "application", 250))
            .build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestIssuerResource.checkName("shop", config))
        .withMessageContaining("only [staff]");
  }

  @Test
  void refusesAnAlgorithmThatTheConfigurationDoesNotHave() {
    String key = "jwt-validation.issuers.dev.algorithms";
    TestIssuerResource resource = resource(Plain.class);
    for (Map<String, String> refused :
        List.of(Map.of(key, "PS256,EdDSA"), Map.of(key + "[0]", "PS256"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> resource.checkAlgorithm(application(refused)))
          .withMessageContaining("add algorithm = SignatureAlgorithm.PS256");
    }
    resource.checkAlgorithm(application(Map.of()));
    resource.checkAlgorithm(application(Map.of(key, "PS256,ES256")));
    resource.checkAlgorithm(application(Map.of(key, "RS265")));
    // Of an earlier application.
    resource.checkAlgorithm(new SmallRyeConfigBuilder().withDefaultValue(key, "PS256").build());
  }

  /** From variables of the environment, no names can be told. */
  @Test
  void acceptsANameWhereTheIssuersAreUnknown() {
    TestIssuerResource.checkName("staff", config("%prod.jwt-validation.issuers.shop.url"));
    TestIssuerResource.checkName(
        "staff", config("jwt-validation.issuers.shop.url", "JWT_VALIDATION_ISSUERS_STAFF_URL"));
  }

  @Test
  void refusesWhatIsNoName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> resource(Nameless.class))
        .withMessage(
            "@WithTestIssuer(\"\"): not the name of an issuer; use that of the key"
                + " jwt-validation.issuers.<name>.url");
  }
}
