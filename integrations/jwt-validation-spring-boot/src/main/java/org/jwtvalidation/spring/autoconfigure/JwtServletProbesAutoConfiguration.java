// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.http.HttpServletRequest;
import org.jwtvalidation.TokenValidator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
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
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Opens liveness and readiness probes in the filter chain that Spring Boot has where a servlet
 * application defines none. Those of applications stay as they are.
 */
@AutoConfiguration(
    after = JwtValidationAutoConfiguration.class,
    beforeName = {
      // Each may define a filter chain; the third is that of Spring Boot 4.0.
      "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.OAuth2ResourceServerWebSecurityAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration",
      "org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet.OAuth2AuthorizationServerAutoConfiguration",
      "org.springframework.boot.security.saml2.autoconfigure.Saml2RelyingPartyAutoConfiguration"
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({
  HttpSecurity.class,
  HealthEndpoint.class,
  EndpointRequest.class,
  WebEndpointAutoConfiguration.class
})
@ConditionalOnBean(TokenValidator.class)
@ConditionalOnMissingBean(SecurityFilterChain.class)
public final class JwtServletProbesAutoConfiguration {

  /** Creates the configuration. */
  public JwtServletProbesAutoConfiguration() {}

  @Bean
  Customizer<HttpSecurity> jwtProbes(ObjectProvider<PathMappedEndpoints> endpoints) {
    RequestMatcher probes = ofProbes(new Probes(endpoints));
    return http ->
        http.authorizeHttpRequests(requests -> requests.requestMatchers(probes).permitAll());
  }

  private static RequestMatcher ofProbes(Probes probes) {
    return new OrRequestMatcher(
        new AndRequestMatcher(
            EndpointRequest.to(HealthEndpoint.class),
            request -> probes.sendToEndpoint(request.getMethod(), path(request))),
        new AndRequestMatcher(
            EndpointRequest.toAdditionalPaths(WebServerNamespace.SERVER, HealthEndpoint.class),
            request -> Probes.sendToAdditionalPath(request.getMethod(), path(request))));
  }

  private static String path(HttpServletRequest request) {
    return request.getRequestURI().substring(request.getContextPath().length());
  }
}
