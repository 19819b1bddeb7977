// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.TokenValidator;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The filter chain of servlet applications that have a health endpoint and define no chain. As with
 * that of Spring Boot, requests need a token, but for those of liveness and readiness probes.
 */
@AutoConfiguration(
    after = JwtDecoderAutoConfiguration.class,
    beforeName = {
      JwtDecoderAutoConfiguration.OF_SERVLETS,
      JwtDecoderAutoConfiguration.OF_SERVLETS_IN_4_0
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({
  HttpSecurity.class,
  HealthEndpoint.class,
  EndpointRequest.class,
  WebServerNamespace.class
})
@ConditionalOnBean({TokenValidator.class, JwtDecoder.class})
@ConditionalOnMissingBean(SecurityFilterChain.class)
public final class JwtServletChainAutoConfiguration {

  /** Creates the configuration. */
  public JwtServletChainAutoConfiguration() {}

  @Bean
  SecurityFilterChain jwtFilterChain(HttpSecurity http) {
    return http.authorizeHttpRequests(requests ->
            requests.requestMatchers(probes()).permitAll().anyRequest().authenticated())
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .build();
  }

  private static RequestMatcher probes() {
    return new OrRequestMatcher(
        new AndRequestMatcher(
            EndpointRequest.to(HealthEndpoint.class),
            request -> Probes.isOfEndpoint(request.getRequestURI())),
        new AndRequestMatcher(
            EndpointRequest.toAdditionalPaths(WebServerNamespace.SERVER, HealthEndpoint.class),
            request -> Probes.isAdditional(request.getRequestURI())));
  }
}
