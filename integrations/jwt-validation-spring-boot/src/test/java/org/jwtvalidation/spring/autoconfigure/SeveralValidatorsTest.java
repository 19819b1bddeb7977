// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.spring.ValidatingJwtDecoder;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;

@Tag("jdk-independent")
@Timeout(300)
class SeveralValidatorsTest {

  private static final TestIssuer ISSUER = TestIssuer.start();
  private static final String ISSUER_URI =
      "spring.security.oauth2.resourceserver.jwt.issuer-uri=https://issuer.example";

  private final TokenValidator orders = ISSUER.validator().build();
  private final TokenValidator partners = ISSUER.validator().build();

  private final WebApplicationContextRunner two =
      new WebApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  JwtValidationAutoConfiguration.class,
                  JwtDecoderAutoConfiguration.class,
                  JwtServletAutoConfiguration.class,
                  JwtHealthAutoConfiguration.class,
                  JwtEndpointAutoConfiguration.class))
          .withPropertyValues(
              "jwt-validation.pop.dpop.public-base=https://api.example",
              "management.endpoints.web.exposure.include=*")
          .withBean("orders", TokenValidator.class, () -> orders);

  private WebApplicationContextRunner withPartners(boolean isPrimary) {
    return two.withBean(
        "partners",
        TokenValidator.class,
        () -> partners,
        definition -> definition.setPrimary(isPrimary));
  }

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  @Test
  @DisplayName("F49: two validators in one application")
  void leaveTheChoiceToTheApplication() {
    withPartners(false)
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(JwtDecoder.class)
                .doesNotHaveBean(ReactiveJwtDecoder.class));
    JwtDecoder own = new ValidatingJwtDecoder(partners);
    withPartners(false)
        .withBean("own", JwtDecoder.class, () -> own)
        .withPropertyValues(ISSUER_URI)
        .run(context -> assertThat(context.getBean(JwtDecoder.class)).isSameAs(own));
  }

  @Test
  void needTheIssuersOfTheMetadata() {
    withPartners(false)
        .withPropertyValues("jwt-validation.resource.url=https://api.example")
        .run(context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(JwtConfigurationException.class)
                .hasMessageContainingAll(
                    "jwt-validation.resource.authorization-servers: ", "TokenValidator", "name"));
    withPartners(false)
        .withPropertyValues(
            "jwt-validation.resource.url=https://api.example",
            "jwt-validation.resource.authorization-servers=https://issuer.example")
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .hasBean("jwtChallengeFilter")
                .hasSingleBean(ServiceAnswers.class));
  }

  @Test
  void giveWayToThePrimaryOne() {
    withPartners(true)
        .run(context -> {
          assertThat(context)
              .hasSingleBean(ReactiveJwtDecoder.class)
              .hasSingleBean(KeysHealthIndicator.class)
              .hasBean("jwtChallengeFilter");
          context.getBean(JwtDecoder.class).decode(ISSUER.token().compact());
          assertThat(partners.cacheStatistics().requests()).isOne();
          assertThat(orders.cacheStatistics().requests()).isZero();
        });
  }

  @Test
  void doNotLeaveTheirTokensToTheDecoderOfSpringBoot() {
    withPartners(false)
        .withPropertyValues(ISSUER_URI)
        .run(context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(JwtConfigurationException.class)
                .hasMessageContainingAll("jwt.issuer-uri: ", "bean TokenValidator"));
  }
}
