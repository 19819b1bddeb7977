// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.spring.autoconfigure.JwtValidationAutoConfiguration;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.UndecidedException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.MergedContextConfiguration;

@Tag("jdk-independent")
@Timeout(300)
class TestIssuerCustomizerTest {

  private static final MergedContextConfiguration UNREAD =
      new MergedContextConfiguration(Object.class, null, null, null, null);

  private static ApplicationContextRunner with(String name, String... properties) {
    return new ApplicationContextRunner()
        .withPropertyValues(properties)
        .withInitializer(context -> customize(name, context))
        .withConfiguration(AutoConfigurations.of(JwtValidationAutoConfiguration.class));
  }

  private static void customize(String name, ConfigurableApplicationContext context) {
    new TestIssuerCustomizer(name, false).customizeContext(context, UNREAD);
  }

  @Test
  void hasAnAudienceWhereTheApplicationLeavesItBlank() {
    for (String blank : List.of("", " ")) {
      with(
              "",
              "jwt-validation.issuers.shop.url=https://sso.example",
              "jwt-validation.issuers.shop.audience=" + blank)
          .run(context -> {
            TestIssuer issuer = context.getBean(TestIssuer.class);
            assertThat(issuer.audience()).isEqualTo(TestIssuer.AUDIENCE);
            assertThat(
                    context
                        .getBean(TokenValidator.class)
                        .validate(issuer.token().compact())
                        .audience())
                .containsExactly(TestIssuer.AUDIENCE);
          });
    }
  }

  @Test
  void standsForTheOnlyIssuer() {
    with(
            "",
            "jwt-validation.issuers.shop.url=https://sso.example/realms/shop",
            "jwt-validation.issuers.shop.preset=keycloak",
            "jwt-validation.issuers.shop.audience=orders-api,other",
            "jwt-validation.issuers.shop.keys.discovered=https://inside.example",
            "jwt-validation.issuers.shop.roles.keycloak-realm=true")
        .run(context -> {
          TestIssuer issuer = context.getBean(TestIssuer.class);
          assertThat(issuer.audience()).isEqualTo("orders-api");
          AccessToken token =
              context
                  .getBean(TokenValidator.class)
                  .validate(
                      issuer
                          .token()
                          .claim("realm_access", Map.of("roles", List.of("clerk")))
                          .compact());
          assertThat(token.roles()).containsExactly("clerk");
        });
  }

  @Test
  void standsForOneOfSeveralIssuersByItsName() {
    String[] two = {
      "jwt-validation.issuers.a.url=https://a.example",
      "jwt-validation.issuers.a.audience=orders-api",
      "jwt-validation.issuers.b.url=https://b.example",
      "jwt-validation.issuers.b.audience=orders-api"
    };
    with("b", two)
        .run(context ->
            assertThat(context.getBean(TokenValidator.class).keyHealth())
                .containsOnlyKeys("https://a.example", context.getBean(TestIssuer.class).issuer()));
    with("", two)
        .run(context ->
            assertThat(context.getStartupFailure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[a, b]"));
  }

  @Test
  void isTheOnlyIssuerWithoutAConfiguredOne() {
    with("")
        .run(context -> {
          TestIssuer issuer = context.getBean(TestIssuer.class);
          assertThat(
                  context.getBean(TokenValidator.class).validate(issuer.token().compact()).issuer())
              .isEqualTo(issuer.issuer());
        });
  }

  @Test
  void endsWithTheContext() {
    TestIssuer[] issuer = new TestIssuer[1];
    TokenValidator[] validator = new TokenValidator[1];
    with("").run(context -> issuer[0] = context.getBean(TestIssuer.class));
    validator[0] =
        TokenValidator.builder().issuer(issuer[0].config().audience("x").build()).build();
    assertThatExceptionOfType(UndecidedException.class).isThrownBy(() -> validator[0].warmUp());
  }
}
