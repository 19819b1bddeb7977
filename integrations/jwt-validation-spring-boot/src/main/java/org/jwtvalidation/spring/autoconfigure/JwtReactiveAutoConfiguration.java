// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.spring.ProofWebFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.WebFilter;

/** Answers and arguments in reactive applications. */
@AutoConfiguration(after = JwtValidationAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({WebFilter.class, AbstractOAuth2TokenAuthenticationToken.class})
@ConditionalOnBean(TokenValidator.class)
public final class JwtReactiveAutoConfiguration {

  /** Creates the configuration. */
  public JwtReactiveAutoConfiguration() {}

  /** The answer to requests that cannot be decided. */
  @Configuration(proxyBeanMethods = false)
  static class AnswerConfiguration {

    @Bean
    UnavailableWebFilter jwtUnavailableWebFilter() {
      return new UnavailableWebFilter();
    }
  }

  /** What decoders need to check the proof of a request. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(ProofOfPossession.class)
  @ConditionalOnSingleCandidate(TokenValidator.class)
  static class PossessionConfiguration {

    @Bean
    ProofWebFilter jwtProofWebFilter(TokenValidator validator, ProofOfPossession possession) {
      return new ProofWebFilter(validator, possession);
    }
  }

  /** The arguments of controllers. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebFluxConfigurer.class)
  static class ArgumentConfiguration {

    @Bean
    ReactiveAccessTokenArguments reactiveAccessTokenArguments() {
      return new ReactiveAccessTokenArguments();
    }
  }
}
