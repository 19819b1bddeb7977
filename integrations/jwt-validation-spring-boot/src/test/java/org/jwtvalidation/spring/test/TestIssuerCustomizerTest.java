// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.spring.autoconfigure.JwtValidationAutoConfiguration;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.UndecidedException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.test.context.MergedContextConfiguration;

@Tag("jdk-independent")
@Timeout(300)
class TestIssuerCustomizerTest {

  private static final MergedContextConfiguration UNREAD =
      new MergedContextConfiguration(Object.class, null, null, null, null);

  private static final String[] OF_SPRING = {
    "spring.security.oauth2.resourceserver.jwt.issuer-uri=https://sso.example",
    "spring.security.oauth2.resourceserver.jwt.audiences=orders-api"
  };

  private static ApplicationContextRunner with(String name, String... properties) {
    return new ApplicationContextRunner()
        .withPropertyValues(properties)
        .withInitializer(context -> customize(name, context))
        .withConfiguration(AutoConfigurations.of(JwtValidationAutoConfiguration.class));
  }

  private static void customize(String name, ConfigurableApplicationContext context) {
    new TestIssuerCustomizer(name, null).customizeContext(context, UNREAD);
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

  private static void assertAccepts(String... properties) {
    with("", properties)
        .run(context -> {
          assertThat(context).as(properties[0]).hasNotFailed();
          TestIssuer issuer = context.getBean(TestIssuer.class);
          assertThat(
                  context.getBean(TokenValidator.class).validate(issuer.token().compact()).issuer())
              .as(properties[0])
              .isEqualTo(issuer.issuer());
        });
  }

  @Test
  void standsForIssuersWithOptionsOfTheirPreset() {
    String shop = "jwt-validation.issuers.shop.";
    String audience = shop + "audience=orders-api";
    assertAccepts(
        shop + "url=https://login.example/{tenant}/v2.0",
        shop + "tenants=north,south",
        shop + "keys.jwks-uri=https://login.example/keys",
        audience);
    assertAccepts(
        shop + "preset=entra", shop + "tenants[0]=8d6d5d3c-8f0e-4d6b-9b59-3d4c4e6f7a81", audience);
    assertAccepts(shop + "preset=github-actions", shop + "repositories=acme/shop", audience);
    assertAccepts(
        shop + "preset=gitlab",
        shop + "url=https://gitlab.example",
        shop + "projects=acme/shop",
        audience);
    assertAccepts(
        shop + "preset=in-kubernetes",
        shop + "url=https://cluster.example",
        shop + "serviceAccounts=shop:orders",
        shop + "own-account=shop:api",
        audience);
    assertAccepts(
        shop + "url=https://sso.example", shop + "keys.metadata-issuer=https://other", audience);
  }

  @Test
  void leavesAudiencesAsTheyAre() {
    String shop = "jwt-validation.issuers.shop.";
    String url = shop + "url=https://sso.example";
    assertAccepts(url, shop + "any-audience=true");
    assertAccepts(url, shop + "all-audiences=orders-api");
    with("", url, shop + "all-audiences=orders-api,tenant-api")
        .run(context -> {
          TestIssuer issuer = context.getBean(TestIssuer.class);
          TokenValidator validator = context.getBean(TokenValidator.class);
          assertThat(issuer.audience()).isEqualTo("orders-api");
          assertThat(
                  validator
                      .validate(
                          issuer
                              .token()
                              .claim("aud", List.of("orders-api", "tenant-api"))
                              .compact())
                      .audience())
              .hasSize(2);
          assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isFalse();
        });
  }

  @Test
  void findsAnIssuerWithANameInAnySpelling() {
    for (String name : List.of(".myShop.", ".my_shop.", "[my.shop].")) {
      String shop = "jwt-validation.issuers" + name;
      assertAccepts(
          shop + "url=https://sso.example/realms/shop",
          shop + "preset=keycloak",
          shop + "audience=orders-api");
    }
  }

  /** The application would trust the test issuer besides its own, with options of neither. */
  @Test
  void refusesANameThatNoIssuerHas() {
    with("staff", "jwt-validation.issuers.employees.url=https://sso.example")
        .run(context ->
            assertThat(context.getStartupFailure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                    "@AutoConfigureTestIssuer(\"staff\"): no such issuer, only [employees]; name"
                        + " one of those"));
    with("staff")
        .run(context ->
            assertThat(context.getEnvironment().getProperty("jwt-validation.issuers.staff.url"))
                .isEqualTo(context.getBean(TestIssuer.class).issuer()));
  }

  @Test
  void findsTheNamedIssuerInAnySpelling() {
    for (String[] spellings :
        new String[][] {
          {"my-shop", ".myShop."}, {"myShop", ".my-shop."}, {"my.shop", "[my.shop]."}
        }) {
      String shop = "jwt-validation.issuers" + spellings[1];
      with(
              spellings[0],
              shop + "url=https://sso.example",
              shop + "audience=orders-api",
              "jwt-validation.issuers.other.url=https://other.example",
              "jwt-validation.issuers.other.audience=orders-api")
          .run(context ->
              assertThat(context.getBean(TokenValidator.class).keyHealth())
                  .as(spellings[0])
                  .containsOnlyKeys(
                      "https://other.example", context.getBean(TestIssuer.class).issuer()));
    }
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

  /** What a test sends must not decide what the next one gets, whatever their order. */
  private static void assertFetchesKeysAtOnce(String... properties) {
    with("", properties)
        .run(context -> {
          TestIssuer issuer = context.getBean(TestIssuer.class);
          TokenValidator validator = context.getBean(TokenValidator.class);
          TestKey unknown = issuer.unpublishedKey(SignatureAlgorithm.ES256);
          for (int i = 0; i < 3; i++) {
            assertThat(validator.tryValidate(issuer.token().signedBy(unknown).compact()))
                .asString()
                .contains("KEY_UNKNOWN");
            issuer.rotate();
            assertThat(validator.tryValidate(issuer.token().compact()).isAccepted())
                .as("%s after rotation", properties[0])
                .isTrue();
          }
          assertThat(
                  validator
                      .tryValidate(issuer.token().algorithm(SignatureAlgorithm.ES384).compact())
                      .isAccepted())
              .as("%s with another algorithm", properties[0])
              .isTrue();
        });
  }

  private static void assertSignsBy(SignatureAlgorithm expected, String... properties) {
    assertAccepts(properties);
    with("", properties)
        .run(context ->
            assertThat(context.getBean(TestIssuer.class).algorithm())
                .as(String.join(" ", properties))
                .isEqualTo(expected));
  }

  @Test
  void signsByAnAlgorithmThatTheApplicationAccepts() {
    String shop = "jwt-validation.issuers.shop.";
    String url = shop + "url=https://sso.example";
    String audience = shop + "audience=orders-api";
    assertSignsBy(SignatureAlgorithm.PS256, url, audience, shop + "algorithms=PS256,RS256");
    assertSignsBy(SignatureAlgorithm.ED25519, url, audience, shop + "algorithms[0]=EdDSA");
    assertSignsBy(SignatureAlgorithm.ES256, url, audience, shop + "algorithms=RS256,ES256");
    String ofSpring = "spring.security.oauth2.resourceserver.jwt.jws-algorithms=ES384";
    assertSignsBy(SignatureAlgorithm.ES384, OF_SPRING[0], OF_SPRING[1], ofSpring);
  }

  /** The application has a better message. */
  @Test
  void leavesComplaintsAboutAlgorithmsToTheApplication() {
    with(
            "",
            "jwt-validation.issuers.shop.url=https://sso.example",
            "jwt-validation.issuers.shop.audience=orders-api",
            "jwt-validation.issuers.shop.algorithms=HS256,RS256")
        .run(context ->
            assertThat(context.getStartupFailure()).hasStackTraceContaining("is symmetric"));
  }

  @Test
  void letsTestsRotateKeysInAnyOrder() {
    assertFetchesKeysAtOnce(
        "jwt-validation.issuers.shop.url=https://sso.example",
        "jwt-validation.issuers.shop.audience=orders-api");
    assertFetchesKeysAtOnce(OF_SPRING);
  }

  @Test
  void keepsTheCooldownOfTheApplication() {
    with(
            "",
            "jwt-validation.issuers.shop.url=https://sso.example",
            "jwt-validation.issuers.shop.audience=orders-api",
            "jwt-validation.issuers.shop.keys.unknownKeyCooldown=1h")
        .run(context -> {
          TestIssuer issuer = context.getBean(TestIssuer.class);
          TokenValidator validator = context.getBean(TokenValidator.class);
          TestKey unknown = issuer.unpublishedKey(SignatureAlgorithm.ES256);
          String foreign = issuer.token().signedBy(unknown).compact();
          assertThat(validator.tryValidate(foreign).isAccepted()).isFalse();
          issuer.rotate();
          assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isFalse();
        });
  }

  /** The application knows best where its keys come from. */
  @Test
  void leavesTheKeysOfSpringsIssuerToCustomizersOfTheApplication() {
    with("", OF_SPRING)
        .withBean(
            IssuerCustomizer.class,
            () ->
                (name, builder) ->
                    builder.keySource(
                        KeySource.of(JwkSet.parse(TestIssuer.offline("other").jwkSetJson()))))
        .run(context ->
            assertThat(
                    context
                        .getBean(TokenValidator.class)
                        .tryValidate(context.getBean(TestIssuer.class).token().compact())
                        .isAccepted())
                .isFalse());
  }

  /** Both trust the issuer of Spring's properties, which is the test issuer. */
  @Test
  void leavesTheIssuerOfSpringToAValidatorOfTheApplication() {
    with("", OF_SPRING)
        .withUserConfiguration(OwnValidator.class)
        .withBean(JwtDecoder.class, () -> token -> null)
        .run(context -> {
          assertThat(context).hasNotFailed();
          TestIssuer issuer = context.getBean(TestIssuer.class);
          assertThat(
                  context.getBean(TokenValidator.class).validate(issuer.token().compact()).issuer())
              .isEqualTo(issuer.issuer());
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnValidator {

    @Bean
    TokenValidator own(Environment environment) {
      String url =
          environment.getProperty(
              "spring.security.oauth2.resourceserver.jwt.issuer-uri", "https://sso.example");
      return TokenValidator.builder()
          .issuer(
              IssuerConfig.builder(url)
                  .audience("orders-api")
                  .keySource(HttpKeySource.discovered(url).allowLoopbackHttp().build())
                  .build())
          .build();
    }
  }

  @Test
  void doesNotStandForTheIssuerOfAValidatorOfTheApplication() {
    with("")
        .withUserConfiguration(OwnValidator.class)
        .run(context ->
            assertThat(context.getStartupFailure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                    "@AutoConfigureTestIssuer: the application validates tokens by its bean own,"
                        + " which does not read the properties of the test issuer; omit the"
                        + " annotation, and let the test have a bean of"
                        + " TestIssuer.start().validator() instead"));
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
