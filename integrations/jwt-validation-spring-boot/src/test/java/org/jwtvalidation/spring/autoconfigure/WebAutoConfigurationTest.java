// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.spring.AuthorizationTokenResolver;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
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
          .doesNotHaveBean(UnavailableWebFilter.class)
          .doesNotHaveBean(ReactiveAccessTokenArguments.class);
      FilterRegistrationBean<?> filter =
          context.getBean("jwtUnavailableFilter", FilterRegistrationBean.class);
      assertThat(filter.getOrder()).isEqualTo(-101);
      assertThat(filter.determineDispatcherTypes())
          .containsExactlyInAnyOrder(DispatcherType.REQUEST, DispatcherType.ASYNC);
    });
    servlet
        .withPropertyValues("spring.security.filter.order=7")
        .run(context ->
            assertThat(
                    context
                        .getBean("jwtUnavailableFilter", FilterRegistrationBean.class)
                        .getOrder())
                .isEqualTo(6));
  }

  @Test
  void needsAPlaceInFrontOfTheSecurityOfServlets() {
    String order = "spring.security.filter.order=";
    for (int tooLow : List.of(Integer.MIN_VALUE, Integer.MIN_VALUE + 1)) {
      servlet
          .withPropertyValues(order + tooLow)
          .run(context ->
              assertThat(context)
                  .getFailure()
                  .rootCause()
                  .isInstanceOf(JwtConfigurationException.class)
                  .hasMessageStartingWith("spring.security.filter.order: " + tooLow)
                  .hasMessageEndingWith("; set it to -2147483646 or more"));
    }
    servlet
        .withPropertyValues(order + (Integer.MIN_VALUE + 2))
        .run(context -> {
          int unavailable =
              context.getBean("jwtUnavailableFilter", FilterRegistrationBean.class).getOrder();
          assertThat(context.getBean("jwtChallengeFilter", FilterRegistrationBean.class).getOrder())
              .isEqualTo(Integer.MIN_VALUE)
              .isLessThan(unavailable);
        });
  }

  @Test
  void answersInReactiveApplications() {
    reactive.run(context -> {
      assertThat(context)
          .hasSingleBean(ReactiveAccessTokenArguments.class)
          .doesNotHaveBean("jwtUnavailableFilter")
          .doesNotHaveBean(AccessTokenArguments.class);
      assertThat(context.getBean(UnavailableWebFilter.class).getOrder()).isEqualTo(-101);
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
        .run(context -> assertThat(context).hasNotFailed().hasBean("jwtUnavailableFilter"));
    servlet
        .withClassLoader(new FilteredClassLoader(WebMvcConfigurer.class))
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .hasBean("jwtUnavailableFilter")
                .doesNotHaveBean("accessTokenArguments"));
    reactive
        .withClassLoader(new FilteredClassLoader("jakarta.servlet"))
        .run(context ->
            assertThat(context).hasNotFailed().hasSingleBean(UnavailableWebFilter.class));
    reactive
        .withClassLoader(new FilteredClassLoader(WebFluxConfigurer.class))
        .run(context ->
            assertThat(context).hasNotFailed().doesNotHaveBean("reactiveAccessTokenArguments"));
  }

  @Test
  void doesNothingWithoutAValidator() {
    for (String name : List.of("jwtUnavailableFilter", "accessTokenArguments")) {
      servlet
          .withPropertyValues("jwt-validation.enabled=false")
          .run(context -> assertThat(context).doesNotHaveBean(name));
    }
    reactive
        .withPropertyValues("jwt-validation.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(UnavailableWebFilter.class));
  }
}
