// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.spring.ChallengeWebFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.WebFilter;

/** Answers and arguments in reactive applications. */
@AutoConfiguration(after = JwtValidationAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({WebFilter.class, AbstractOAuth2TokenAuthenticationToken.class})
@ConditionalOnBean(ServiceAnswers.class)
public final class JwtReactiveAutoConfiguration {

  /** Creates the configuration. */
  public JwtReactiveAutoConfiguration() {}

  /** Challenges, metadata, and what decoders need to check the proof of a request. */
  @Configuration(proxyBeanMethods = false)
  static class ChallengeConfiguration {

    @Bean
    ChallengeWebFilter jwtChallengeWebFilter(ServiceAnswers answers) {
      return new ChallengeWebFilter(answers.authenticator(), answers.hasRealm());
    }

    /** Just behind Spring Security, whose filter has the order -100. */
    @Bean
    @Order(-99)
    WebFilter jwtReactiveOutvotedDenials() {
      return ChallengeWebFilter.outvotedDenials();
    }
  }

  /** Arguments and failures of controllers. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebFluxConfigurer.class)
  static class ArgumentConfiguration {

    @Bean
    ReactiveAccessTokenArguments reactiveAccessTokenArguments() {
      return new ReactiveAccessTokenArguments();
    }

    @Bean
    ReactiveInsufficientTokens jwtReactiveInsufficientTokens() {
      return new ReactiveInsufficientTokens();
    }
  }
}
