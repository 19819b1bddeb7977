// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import java.util.function.BiPredicate;
import org.jwtvalidation.spring.AuthorizationTokenConverter;
import org.springframework.beans.factory.BeanFactory;
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
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.AndServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.OrServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;

/**
 * Opens probes, as {@link JwtServletProbesAutoConfiguration} does, and reads tokens by a converter
 * of this library, in the filter chain that Spring Boot has where a reactive application defines
 * none. Those of applications stay as they are.
 */
@AutoConfiguration(
    after = JwtValidationAutoConfiguration.class,
    beforeName = {
      // Each may define a filter chain or, as the second in Spring Boot 4.1, comes before that.
      "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.ReactiveOAuth2ResourceServerAutoConfiguration",
      "org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientWebSecurityAutoConfiguration",
      "org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration"
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(ServerHttpSecurity.class)
@ConditionalOnBean(ServiceAnswers.class)
@ConditionalOnMissingBean(SecurityWebFilterChain.class)
public final class JwtReactiveChainAutoConfiguration {

  /** Creates the configuration. */
  public JwtReactiveChainAutoConfiguration() {}

  /** The probes. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({
    HealthEndpoint.class,
    EndpointRequest.class,
    WebEndpointAutoConfiguration.class
  })
  static class ProbesConfiguration {

    @Bean
    Customizer<ServerHttpSecurity> jwtReactiveProbes(
        ObjectProvider<PathMappedEndpoints> endpoints) {
      ServerWebExchangeMatcher probes = ofProbes(new Probes(endpoints));
      return http -> http.authorizeExchange(exchanges -> exchanges.matchers(probes).permitAll());
    }

    private static ServerWebExchangeMatcher ofProbes(Probes probes) {
      return new OrServerWebExchangeMatcher(
          new AndServerWebExchangeMatcher(
              EndpointRequest.to(HealthEndpoint.class), matching(probes::sendToEndpoint)),
          new AndServerWebExchangeMatcher(
              EndpointRequest.toAdditionalPaths(WebServerNamespace.SERVER, HealthEndpoint.class),
              matching(probes::sendToAdditionalPath)));
    }

    private static ServerWebExchangeMatcher matching(BiPredicate<String, String> methodAndPath) {
      return exchange -> {
        ServerHttpRequest request = exchange.getRequest();
        String path = request.getPath().pathWithinApplication().value();
        return methodAndPath.test(request.getMethod().name(), path)
            ? MatchResult.match()
            : MatchResult.notMatch();
      };
    }
  }

  /** The token of a request. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(AbstractOAuth2TokenAuthenticationToken.class)
  static class TokenConfiguration {

    /** In Spring Boot 4.1 the chain for JWTs, in 4.0 what configures it. */
    private static final List<String> CHAINS =
        List.of(
            "reactiveJwtSecurityFilterChain",
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.ReactiveOAuth2ResourceServerJwtConfiguration$WebSecurityConfiguration");

    @Bean
    Customizer<ServerHttpSecurity> jwtReactiveToken(BeanFactory beans) {
      return http -> {
        // Spring Security refuses to build a chain that reads tokens and does not verify them.
        if (CHAINS.stream().anyMatch(beans::containsBean)) {
          http.oauth2ResourceServer(
              server -> server.bearerTokenConverter(new AuthorizationTokenConverter()));
        }
      };
    }
  }
}
