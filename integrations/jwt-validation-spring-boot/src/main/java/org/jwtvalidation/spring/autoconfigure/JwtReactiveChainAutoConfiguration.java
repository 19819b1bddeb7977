// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.function.Predicate;
import org.jwtvalidation.TokenValidator;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.AndServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.OrServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;

/** As {@link JwtServletChainAutoConfiguration}, in reactive applications. */
@AutoConfiguration(
    after = JwtDecoderAutoConfiguration.class,
    beforeName = {
      JwtDecoderAutoConfiguration.OF_REACTIVE,
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.reactive.ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration"
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({
  ServerHttpSecurity.class,
  HealthEndpoint.class,
  EndpointRequest.class,
  WebServerNamespace.class
})
@ConditionalOnBean({TokenValidator.class, ReactiveJwtDecoder.class})
@ConditionalOnMissingBean(SecurityWebFilterChain.class)
public final class JwtReactiveChainAutoConfiguration {

  /** Creates the configuration. */
  public JwtReactiveChainAutoConfiguration() {}

  @Bean
  SecurityWebFilterChain jwtWebFilterChain(ServerHttpSecurity http) {
    return http.authorizeExchange(exchanges ->
            exchanges.matchers(probes()).permitAll().anyExchange().authenticated())
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .build();
  }

  private static ServerWebExchangeMatcher probes() {
    return new OrServerWebExchangeMatcher(
        new AndServerWebExchangeMatcher(
            EndpointRequest.to(HealthEndpoint.class), path(Probes::isOfEndpoint)),
        new AndServerWebExchangeMatcher(
            EndpointRequest.toAdditionalPaths(WebServerNamespace.SERVER, HealthEndpoint.class),
            path(Probes::isAdditional)));
  }

  private static ServerWebExchangeMatcher path(Predicate<String> isProbe) {
    return exchange ->
        isProbe.test(exchange.getRequest().getPath().value())
            ? MatchResult.match()
            : MatchResult.notMatch();
  }
}
