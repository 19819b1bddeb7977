// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.spring.AccessTokenAuthorities;
import org.jwtvalidation.spring.ValidatingJwtDecoder;
import org.jwtvalidation.spring.ValidatingReactiveJwtDecoder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.ReactiveJwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.ReactiveJwtGrantedAuthoritiesConverterAdapter;
import reactor.core.publisher.Mono;

/**
 * Spring Security's decoders on top of the {@link TokenValidator}, and the authorities of its
 * tokens. Both decoders, whatever the application is, since Spring Boot has one of its own for each
 * that is missing.
 */
@AutoConfiguration(
    after = JwtValidationAutoConfiguration.class,
    beforeName = {
      // Spring Boot 4.1 has the first two, 4.0 the last two.
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.ReactiveOAuth2ResourceServerAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration"
    })
@ConditionalOnClass({JwtDecoder.class, JwtAuthenticationConverter.class})
@ConditionalOnBean(ServiceAnswers.class)
@ConditionalOnSingleCandidate(TokenValidator.class)
public final class JwtDecoderAutoConfiguration {

  /** Creates the configuration. */
  public JwtDecoderAutoConfiguration() {}

  /** The decoder that waits for keys. */
  @Configuration(proxyBeanMethods = false)
  static class BlockingConfiguration {

    @Bean
    @ConditionalOnMissingBean(JwtDecoder.class)
    ValidatingJwtDecoder jwtDecoder(
        TokenValidator validator,
        ObjectProvider<OAuth2TokenValidator<Jwt>> checks,
        ObjectProvider<ProofOfPossession> possession) {
      return new ValidatingJwtDecoder(
          validator, checks.orderedStream().toList(), possession.getIfAvailable());
    }

    @Bean
    @ConditionalOnMissingBean
    @Conditional(OnAuthoritiesOfTokens.class)
    JwtAuthenticationConverter jwtAuthenticationConverter(Environment environment) {
      SpringSecurityProperties properties = SpringSecurityProperties.of(environment);
      JwtAuthenticationConverter converter = new JwtAuthenticationConverter();
      converter.setJwtGrantedAuthoritiesConverter(authorities(properties));
      String principal = Given.text(properties.principalClaimName());
      if (principal != null) {
        converter.setPrincipalClaimName(principal);
      }
      return converter;
    }
  }

  /** The decoder that never waits. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(Mono.class)
  static class ReactiveConfiguration {

    @Bean
    @ConditionalOnMissingBean(ReactiveJwtDecoder.class)
    ValidatingReactiveJwtDecoder reactiveJwtDecoder(
        TokenValidator validator,
        ObjectProvider<OAuth2TokenValidator<Jwt>> checks,
        ObjectProvider<ProofOfPossession> possession) {
      return new ValidatingReactiveJwtDecoder(
          validator, checks.orderedStream().toList(), possession.getIfAvailable());
    }

    @Bean
    @ConditionalOnMissingBean
    @Conditional(OnAuthoritiesOfTokens.class)
    ReactiveJwtAuthenticationConverter reactiveJwtAuthenticationConverter(Environment environment) {
      SpringSecurityProperties properties = SpringSecurityProperties.of(environment);
      ReactiveJwtAuthenticationConverter converter = new ReactiveJwtAuthenticationConverter();
      converter.setJwtGrantedAuthoritiesConverter(
          new ReactiveJwtGrantedAuthoritiesConverterAdapter(authorities(properties)));
      String principal = Given.text(properties.principalClaimName());
      if (principal != null) {
        converter.setPrincipalClaimName(principal);
      }
      return converter;
    }
  }

  private static AccessTokenAuthorities authorities(SpringSecurityProperties properties) {
    String prefix = properties.authorityPrefix();
    return prefix == null ? new AccessTokenAuthorities() : new AccessTokenAuthorities(prefix);
  }
}
