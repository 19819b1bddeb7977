// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@Tag("jdk-independent")
@Timeout(300)
class KnownKeysTest {

  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");
  private static final String SHOP = "jwt-validation.issuers.shop.";

  private final ApplicationContextRunner empty =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(JwtValidationAutoConfiguration.class));

  private final ApplicationContextRunner configured =
      empty.withPropertyValues(SHOP + "url=https://issuer.example", SHOP + "audience=orders-api");

  private static void ofProcess(ConfigurableApplicationContext context, String name, String value) {
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(
            new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(name, value)));
  }

  private static void assertRefused(ApplicationContextRunner runner, String key, String nearest) {
    runner.run(context -> {
      assertThat(context).hasFailed();
      assertThat(context.getStartupFailure())
          .rootCause()
          .isInstanceOf(JwtConfigurationException.class)
          .hasMessageStartingWith(key + ": ")
          .hasMessageContaining(" " + nearest + " ");
    });
  }

  @Test
  @DisplayName("114: a misspelt option")
  void refusesToStartWithAnUnknownKeyAndNamesTheNearestKnownOne() {
    Map.of(
            "jwt-validation.protecton",
            "jwt-validation.protection",
            SHOP + "require-access-token-typ",
            SHOP + "require-access-token-type",
            SHOP + "keys.hard-expiri",
            SHOP + "keys.hard-expiry",
            SHOP + "role.claim",
            SHOP + "roles.claim",
            "jwt-validation.pop.dpop.windw",
            "jwt-validation.pop.dpop.window",
            "jwt-validation.limits.token-lenght",
            "jwt-validation.limits.token-length",
            "jwt-validation.cachesizes",
            "jwt-validation.cache-size")
        .forEach((unknown, nearest) ->
            assertRefused(configured.withPropertyValues(unknown + "=1"), unknown, nearest));
  }

  @Test
  void refusesToStartIfNoIssuerIsConfiguredOrBeansAreMadeLate() {
    assertRefused(
        empty.withPropertyValues("jwt-validation.isuers.shop.url=https://issuer.example"),
        "jwt-validation.isuers.shop.url",
        SHOP + "url");
    assertRefused(
        configured
            .withInitializer(context ->
                context.addBeanFactoryPostProcessor(
                    new LazyInitializationBeanFactoryPostProcessor()))
            .withPropertyValues(SHOP + "audienc=x"),
        SHOP + "audienc",
        SHOP + "audience");
  }

  @Test
  void readsKnownKeysInEverySpelling() {
    configured
        .withPropertyValues(
            "jwt-validation.enabled=true",
            "jwt-validation.protection=OWN",
            "jwt-validation.cacheSize=10",
            "jwt-validation.limits.token_length=2000",
            "jwt-validation.pop.dpop.public-base=",
            SHOP + "keys.file=",
            SHOP + "requireAccessTokenType=true",
            SHOP + "roles.claim[0]=groups",
            SHOP + "keys.header.X-Api-Key=secret")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(TokenValidator.class));
  }

  @Test
  void leavesVariablesOfTheProcessAlone() {
    configured
        .withInitializer(context -> ofProcess(context, "JWTVALIDATION_SERVICE_HOST", "10.0.0.1"))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void readsTheNameOfAnIssuerInEverySpelling() {
    for (String name : List.of(".myShop.", ".Shop.", ".my_shop.", ".my-shop.", "[my.shop].")) {
      String shop = "jwt-validation.issuers" + name;
      String reported = shop.toLowerCase(Locale.ROOT).replace("_", "");
      ApplicationContextRunner named =
          empty.withPropertyValues(
              shop + "url=https://issuer.example",
              shop + "audience=orders-api",
              shop + "keys.file=",
              shop + "preset=");
      named.run(context -> assertThat(context).as(name).hasNotFailed());
      named
          .withPropertyValues(shop + "clients=")
          .run(context -> assertFailure(context, reported + "clients: the value is empty"));
      empty
          .withPropertyValues(shop + "require-client=true")
          .withBean("own", TokenValidator.class, () -> ISSUER.validator().build())
          .run(context -> assertFailure(context, reported + "require-client: set besides a bean"));
    }
  }

  @Test
  void refusesTwoSpellingsOfOneIssuer() {
    empty
        .withPropertyValues(
            "jwt-validation.issuers.my-shop.url=https://issuer.example",
            "jwt-validation.issuers.my-shop.audience=orders-api")
        .withInitializer(context -> ofProcess(context, "JWTVALIDATION_ISSUERS_MYSHOP_LEEWAY", "1s"))
        .run(context ->
            assertFailure(
                context,
                "jwt-validation.issuers.my-shop: also spelled myshop, so that there would be two"
                    + " issuers"));
    configured
        .withInitializer(context -> ofProcess(context, "JWTVALIDATION_ISSUERS_SHOP_LEEWAY", "1s"))
        .run(context ->
            assertThat(
                    context.getBean(JwtValidationProperties.class).issuers().get("shop").leeway())
                .isEqualTo(Duration.ofSeconds(1)));
  }

  private static void assertFailure(AssertableApplicationContext context, String start) {
    assertThat(context).hasFailed();
    assertThat(context.getStartupFailure())
        .rootCause()
        .isInstanceOf(JwtConfigurationException.class)
        .hasMessageStartingWith(start);
  }
}
