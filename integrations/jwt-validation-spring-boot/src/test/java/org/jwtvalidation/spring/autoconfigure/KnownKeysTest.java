// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@Timeout(300)
class KnownKeysTest {

  private static final String SHOP = "jwt-validation.issuers.shop.";

  private final ApplicationContextRunner empty =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(JwtValidationAutoConfiguration.class));

  private final ApplicationContextRunner configured =
      empty.withPropertyValues(SHOP + "url=https://issuer.example", SHOP + "audience=orders-api");

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
        .withInitializer(context ->
            context
                .getEnvironment()
                .getPropertySources()
                .addFirst(
                    new SystemEnvironmentPropertySource(
                        "kubernetes-systemEnvironment",
                        Map.of("JWTVALIDATION_SERVICE_HOST", "10.0.0.1"))))
        .run(context -> assertThat(context).hasNotFailed());
  }
}
