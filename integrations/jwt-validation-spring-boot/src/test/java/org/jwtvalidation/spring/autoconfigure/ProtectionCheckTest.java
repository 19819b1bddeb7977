// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.web.server.MatcherSecurityWebFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

@Tag("jdk-independent")
@Timeout(300)
class ProtectionCheckTest {

  private static final String SPRING_SECURITY = "org.springframework.security";
  private static final String PROTECTION = "jwt-validation.protection=";
  private static final AutoConfigurations ALL =
      AutoConfigurations.of(
          JwtValidationAutoConfiguration.class,
          JwtDecoderAutoConfiguration.class,
          JwtServletAutoConfiguration.class,
          JwtReactiveAutoConfiguration.class);
  private static final String[] ISSUER = {
    "jwt-validation.issuers.shop.url=https://issuer.example",
    "jwt-validation.issuers.shop.audience=orders-api",
    "jwt-validation.issuers.shop.keys.file=src/test/resources/keys.json"
  };

  private final WebApplicationContextRunner servlet =
      new WebApplicationContextRunner().withConfiguration(ALL);
  private final ReactiveWebApplicationContextRunner reactive =
      new ReactiveWebApplicationContextRunner().withConfiguration(ALL);

  @Configuration(proxyBeanMethods = false)
  static class Registered {

    @Bean
    FilterRegistrationBean<Filter> filter(TokenValidator validator) {
      return new FilterRegistrationBean<>(bearerFilter(validator));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Disabled {

    @Bean
    FilterRegistrationBean<Filter> filter(TokenValidator validator) {
      FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(bearerFilter(validator));
      filter.setEnabled(false);
      return filter;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class AsBean {

    @Bean
    Filter filter(TokenValidator validator) {
      return bearerFilter(validator);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Resolved {

    @Bean
    IssuerResolver resolver() {
      return issuer -> null;
    }
  }

  @EnableWebSecurity
  @Configuration(proxyBeanMethods = false)
  static class SecureServlets {}

  @EnableWebFluxSecurity
  @Configuration(proxyBeanMethods = false)
  static class SecureWebFlux {

    @Bean
    SecurityWebFilterChain chain() {
      WebFilter asking = (exchange, next) -> Mono.error(new AssertionError("there is no request"));
      return new MatcherSecurityWebFilterChain(
          ServerWebExchangeMatchers.anyExchange(), List.of(asking));
    }
  }

  private static BearerFilter bearerFilter(TokenValidator validator) {
    return new BearerFilter(BearerAuthenticator.builder(validator).build(), AccessRule.anyToken());
  }

  private static void assertRefused(ApplicationContextAssertProvider<?> context, String... parts) {
    Throwable failure = context.getStartupFailure();
    assertThat(failure).isInstanceOf(JwtConfigurationException.class);
    FailureAnalysis analysis = new JwtConfigurationFailureAnalyzer().analyze(failure);
    assertThat(analysis.getDescription()).contains("served without a token");
    assertThat(analysis.getAction())
        .startsWith("Add the dependency jwt-validation-spring-boot-starter")
        .contains("jwt-validation.protection=own");
    assertThat(List.of(parts)).allSatisfy(part -> assertThat(analysis.getAction()).contains(part));
  }

  private static void assertStarted(ApplicationContextAssertProvider<?> context) {
    assertThat(context.getStartupFailure()).isNull();
  }

  @Test
  @DisplayName("115: issuers in a servlet application, and no filter")
  void refusesServletsWithoutFilter() {
    WebApplicationContextRunner configured = servlet.withPropertyValues(ISSUER);
    configured.run(context -> assertRefused(context, "@EnableWebSecurity", "BearerFilter"));
    configured
        .withClassLoader(new FilteredClassLoader(SPRING_SECURITY))
        .run(context -> assertRefused(context));
    configured.withUserConfiguration(Disabled.class).run(context -> assertRefused(context));
    servlet.withUserConfiguration(Resolved.class).run(context -> assertRefused(context));
    configured
        .withInitializer(context ->
            context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
        .run(context -> assertRefused(context));
  }

  @Test
  @DisplayName("115: issuers in a reactive application, and no filter")
  void refusesWebFluxWithoutFilter() {
    ReactiveWebApplicationContextRunner configured = reactive.withPropertyValues(ISSUER);
    configured.run(context -> assertRefused(context, "@EnableWebFluxSecurity"));
    configured
        .withClassLoader(new FilteredClassLoader(SPRING_SECURITY))
        .run(context -> assertRefused(context));
    reactive.withUserConfiguration(Resolved.class).run(context -> assertRefused(context));
  }

  @Test
  void startsWithFilter() {
    for (Class<?> secure : List.of(Registered.class, AsBean.class, SecureServlets.class)) {
      servlet
          .withPropertyValues(ISSUER)
          .withUserConfiguration(secure)
          .run(context -> assertStarted(context));
    }
    reactive
        .withPropertyValues(ISSUER)
        .withUserConfiguration(SecureWebFlux.class)
        .run(context -> assertStarted(context));
  }

  @Test
  void startsIfTheApplicationAsksForTokensItself() {
    servlet
        .withPropertyValues(ISSUER)
        .withPropertyValues(PROTECTION + "own")
        .run(context -> assertStarted(context));
    reactive
        .withPropertyValues(ISSUER)
        .withPropertyValues(PROTECTION + "own")
        .run(context -> assertStarted(context));
  }

  @Test
  void startsWithoutIssuersOrWithoutServer() {
    servlet.run(context -> assertStarted(context));
    reactive.run(context -> assertStarted(context));
    servlet
        .withPropertyValues(ISSUER)
        .withPropertyValues("jwt-validation.enabled=false")
        .run(context -> assertStarted(context));
    new ApplicationContextRunner()
        .withConfiguration(ALL)
        .withPropertyValues(ISSUER)
        .run(context -> assertStarted(context));
  }

  @Test
  void refusesOtherValues() {
    servlet
        .withPropertyValues(ISSUER)
        .withPropertyValues(PROTECTION + "none")
        .run(context ->
            assertThat(context.getStartupFailure())
                .hasStackTraceContaining("jwt-validation.protection"));
  }
}
