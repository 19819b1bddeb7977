// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.spring.AuthorizationTokenResolver;
import org.jwtvalidation.spring.ProofFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Tokens, answers and arguments in servlet applications. */
@AutoConfiguration(after = JwtValidationAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, AbstractOAuth2TokenAuthenticationToken.class})
@ConditionalOnBean(TokenValidator.class)
public final class JwtServletAutoConfiguration {

  /** Creates the configuration. */
  public JwtServletAutoConfiguration() {}

  /** The answer to requests that cannot be decided. */
  @Configuration(proxyBeanMethods = false)
  static class AnswerConfiguration {

    @Bean
    FilterRegistrationBean<UnavailableFilter> jwtUnavailableFilter(Environment environment) {
      return UnavailableFilter.registration(environment);
    }
  }

  /** What decoders need to check the proof of a request. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(ProofOfPossession.class)
  @ConditionalOnSingleCandidate(TokenValidator.class)
  static class PossessionConfiguration {

    @Bean
    FilterRegistrationBean<ProofFilter> jwtProofFilter(
        TokenValidator validator, ProofOfPossession possession, Environment environment) {
      return registration(validator, possession, environment);
    }

    /** The registration of a filter in front of Spring Security's. */
    static FilterRegistrationBean<ProofFilter> registration(
        TokenValidator validator, ProofOfPossession possession, Environment environment) {
      FilterRegistrationBean<ProofFilter> filter =
          new FilterRegistrationBean<>(new ProofFilter(validator, possession));
      filter.setOrder(UnavailableFilter.order(environment) - 1);
      filter.setDispatcherTypes(DispatcherType.REQUEST);
      return filter;
    }
  }

  /** The token of a request, in the filter chains of the application, too. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean({BearerTokenResolver.class, OpaqueTokenIntrospector.class})
  @Conditional(OnNoOpaqueTokens.class)
  static class TokenConfiguration {

    @Bean
    @Fallback
    AuthorizationTokenResolver jwtBearerTokenResolver() {
      return new AuthorizationTokenResolver();
    }
  }

  /** The arguments of controllers. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebMvcConfigurer.class)
  static class ArgumentConfiguration {

    @Bean
    AccessTokenArguments accessTokenArguments() {
      return new AccessTokenArguments();
    }
  }
}
