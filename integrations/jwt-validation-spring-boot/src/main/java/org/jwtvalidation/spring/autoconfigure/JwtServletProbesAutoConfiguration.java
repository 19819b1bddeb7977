// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.context.support.WebApplicationContextUtils;

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
@ConditionalOnBean(ServiceAnswers.class)
@ConditionalOnMissingBean(SecurityFilterChain.class)
public final class JwtServletProbesAutoConfiguration {

  /** Creates the configuration. */
  public JwtServletProbesAutoConfiguration() {}

  @Bean
  Customizer<HttpSecurity> jwtProbes(
      ObjectProvider<PathMappedEndpoints> endpoints,
      ObjectProvider<ServletPrefix> prefix,
      ApplicationContext application) {
    RequestMatcher probes =
        ofProbes(
            new Probes(endpoints),
            new Requests(
                SingletonSupplier.of(() -> prefix.getIfAvailable(() -> new ServletPrefix(""))),
                application));
    return http ->
        http.authorizeHttpRequests(requests -> requests.requestMatchers(probes).permitAll());
  }

  private static RequestMatcher ofProbes(Probes probes, Requests requests) {
    return new OrRequestMatcher(
        new AndRequestMatcher(
            EndpointRequest.to(HealthEndpoint.class),
            request -> probes.sendToEndpoint(request.getMethod(), requests.path(request))),
        // EndpointRequest.toAdditionalPaths leaves out the prefix beside a management port.
        request ->
            requests.areOfApplication(request)
                && probes.sendToAdditionalPath(request.getMethod(), requests.path(request)));
  }

  /**
   * What is known of requests: a management port has its own context, and a servlet at the root.
   */
  private record Requests(Supplier<ServletPrefix> prefix, ApplicationContext application) {

    boolean areOfApplication(HttpServletRequest request) {
      return WebApplicationContextUtils.getWebApplicationContext(request.getServletContext())
          == application;
    }

    String path(HttpServletRequest request) {
      String path = request.getRequestURI().substring(request.getContextPath().length());
      return areOfApplication(request) ? prefix.get().strip(path) : path;
    }
  }

  /**
   * What paths of Spring MVC, and so of endpoints, begin with.
   *
   * @param text the prefix, empty if the servlet is at the root
   */
  record ServletPrefix(String text) {

    /** A path without the prefix, or empty if it does not have it. */
    String strip(String path) {
      return path.startsWith(text + "/") ? path.substring(text.length()) : "";
    }
  }

  /** Apart, since an application with another framework does not have the class. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(DispatcherServletPath.class)
  static class PrefixConfiguration {

    @Bean
    @Lazy
    ServletPrefix jwtProbesPrefix(ObjectProvider<DispatcherServletPath> servlet) {
      DispatcherServletPath path = servlet.getIfAvailable();
      return new ServletPrefix(path == null ? "" : path.getPrefix());
    }
  }
}
