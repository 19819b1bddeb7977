// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.spring.AuthorizationTokenResolver;
import org.jwtvalidation.spring.ChallengeWebFilter;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Tag("jdk-independent")
@Timeout(300)
class WebAutoConfigurationTest {

  private static final AutoConfigurations ALL =
      AutoConfigurations.of(
          JwtValidationAutoConfiguration.class,
          JwtDecoderAutoConfiguration.class,
          JwtServletAutoConfiguration.class,
          JwtReactiveAutoConfiguration.class);
  private static final String[] ISSUER = {
    "jwt-validation.issuers.shop.url=https://issuer.example",
    "jwt-validation.issuers.shop.audience=orders-api",
    "jwt-validation.issuers.shop.keys.file=src/test/resources/keys.json",
    "jwt-validation.protection=own"
  };

  private final WebApplicationContextRunner servlet =
      new WebApplicationContextRunner().withConfiguration(ALL).withPropertyValues(ISSUER);
  private final ReactiveWebApplicationContextRunner reactive =
      new ReactiveWebApplicationContextRunner().withConfiguration(ALL).withPropertyValues(ISSUER);

  @Test
  void answersJustAroundTheSecurityOfServlets() {
    servlet.run(context -> {
      assertThat(context)
          .hasSingleBean(AccessTokenArguments.class)
          .doesNotHaveBean(ChallengeWebFilter.class)
          .doesNotHaveBean(ReactiveAccessTokenArguments.class);
      assertThat(order("jwtChallengeFilter", context)).isEqualTo(-101);
      assertThat(order("jwtOutvotedDenials", context)).isEqualTo(-99);
    });
    servlet
        .withPropertyValues("spring.security.filter.order=7")
        .run(context -> {
          assertThat(order("jwtChallengeFilter", context)).isEqualTo(6);
          assertThat(order("jwtOutvotedDenials", context)).isEqualTo(8);
        });
  }

  private static int order(String filter, ApplicationContext context) {
    return context.getBean(filter, FilterRegistrationBean.class).getOrder();
  }

  @Test
  void needsPlacesAroundTheSecurityOfServlets() {
    String order = "spring.security.filter.order=";
    for (int extreme : List.of(Integer.MIN_VALUE, Integer.MAX_VALUE)) {
      servlet
          .withPropertyValues(order + extreme)
          .run(context ->
              assertThat(context)
                  .getFailure()
                  .rootCause()
                  .isInstanceOf(JwtConfigurationException.class)
                  .hasMessageStartingWith("spring.security.filter.order: " + extreme)
                  .hasMessageEndingWith("; set it to a number in between"));
    }
    servlet
        .withPropertyValues(order + (Integer.MIN_VALUE + 1))
        .run(context ->
            assertThat(order("jwtChallengeFilter", context)).isEqualTo(Integer.MIN_VALUE));
    servlet
        .withPropertyValues(order + (Integer.MAX_VALUE - 1))
        .run(context ->
            assertThat(order("jwtOutvotedDenials", context)).isEqualTo(Integer.MAX_VALUE));
  }

  @Test
  void answersInReactiveApplications() {
    reactive.run(context -> {
      assertThat(context)
          .hasSingleBean(ReactiveAccessTokenArguments.class)
          .doesNotHaveBean("jwtChallengeFilter")
          .doesNotHaveBean(AccessTokenArguments.class);
      assertThat(context.getBean(ChallengeWebFilter.class).getOrder()).isEqualTo(-101);
    });
  }

  @Test
  void readsTokensUnlessTheApplicationDoes() {
    String opaque =
        "spring.security.oauth2.resourceserver.opaquetoken.introspection-uri=https://a.example";
    servlet.run(context -> assertThat(context).hasSingleBean(AuthorizationTokenResolver.class));
    servlet
        .withBean(BearerTokenResolver.class, DefaultBearerTokenResolver::new)
        .run(context ->
            assertThat(context)
                .hasSingleBean(BearerTokenResolver.class)
                .doesNotHaveBean(AuthorizationTokenResolver.class));
    servlet
        .withBean(OpaqueTokenIntrospector.class, () -> token -> null)
        .run(context -> assertThat(context).doesNotHaveBean(BearerTokenResolver.class));
    servlet
        .withPropertyValues(opaque)
        .run(context -> assertThat(context).doesNotHaveBean(BearerTokenResolver.class));
  }

  /** Spring Security builds no chain that reads tokens and does not verify them. */
  @Test
  void leavesChainsAloneThatVerifyNoTokens() {
    ServerHttpSecurity http = ServerHttpSecurity.http();
    new JwtReactiveChainAutoConfiguration.TokenConfiguration()
        .jwtReactiveToken(new StaticListableBeanFactory())
        .customize(http);
    assertThat(http.build().getWebFilters().collectList().block()).isNotEmpty();
  }

  @Test
  void runsWithoutTheClassesOfTheOtherStack() {
    servlet
        .withClassLoader(
            new FilteredClassLoader("org.springframework.web.reactive", "reactor.core"))
        .run(context -> assertThat(context).hasNotFailed().hasBean("jwtChallengeFilter"));
    servlet
        .withClassLoader(new FilteredClassLoader(WebMvcConfigurer.class))
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .hasBean("jwtChallengeFilter")
                .doesNotHaveBean("accessTokenArguments"));
    reactive
        .withClassLoader(new FilteredClassLoader("jakarta.servlet"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ChallengeWebFilter.class));
    reactive
        .withClassLoader(new FilteredClassLoader(WebFluxConfigurer.class))
        .run(context ->
            assertThat(context).hasNotFailed().doesNotHaveBean("reactiveAccessTokenArguments"));
  }

  @Test
  void doesNothingIfTurnedOff() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    servlet
        .withPropertyValues("jwt-validation.enabled=false")
        .withBean(TokenValidator.class, () -> issuer.validator().build())
        .run(context ->
            assertThat(context)
                .doesNotHaveBean("jwtChallengeFilter")
                .doesNotHaveBean("accessTokenArguments")
                .doesNotHaveBean(BearerTokenResolver.class));
    reactive
        .withPropertyValues("jwt-validation.enabled=false")
        .withBean(TokenValidator.class, () -> issuer.validator().build())
        .run(context ->
            assertThat(context)
                .doesNotHaveBean(ChallengeWebFilter.class)
                .doesNotHaveBean("reactiveAccessTokenArguments"));
  }
}
