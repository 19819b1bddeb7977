// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import org.jwtvalidation.internal.metadata.MetadataAnswer;
import org.jwtvalidation.spring.AuthorizationTokenResolver;
import org.jwtvalidation.spring.ChallengeFilter;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.env.Environment;
import org.springframework.security.authorization.event.AuthorizationDeniedEvent;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Tokens, answers and arguments in servlet applications. */
@AutoConfiguration(after = JwtValidationAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, AbstractOAuth2TokenAuthenticationToken.class})
@ConditionalOnBean(ServiceAnswers.class)
public final class JwtServletAutoConfiguration {

  /** Without its filter, what the application has in its place makes the challenges. */
  private static final String SPRING_SECURITY = "springSecurityFilterChain";

  /** Creates the configuration. */
  public JwtServletAutoConfiguration() {}

  /** Challenges, metadata, and what decoders need to check the proof of a request. */
  @Configuration(proxyBeanMethods = false)
  static class ChallengeConfiguration {

    private static final String ORDER = "spring.security.filter.order";
    private static final int ORDER_OF_SECURITY = -100;

    @Bean
    FilterRegistrationBean<ChallengeFilter> jwtChallengeFilter(
        ServiceAnswers answers, Environment environment, BeanFactory beans) {
      FilterRegistrationBean<ChallengeFilter> filter = registration(answers, environment);
      filter.setEnabled(beans.containsBean(SPRING_SECURITY));
      return filter;
    }

    /** For servers that answer 404 before any filter where no servlet is mapped to a path. */
    @Bean
    ServletRegistrationBean<Unreached> jwtMetadata(BeanFactory beans) {
      ServletRegistrationBean<Unreached> servlet =
          new ServletRegistrationBean<>(new Unreached(), MetadataAnswer.PATH + "/*");
      servlet.setEnabled(beans.containsBean(SPRING_SECURITY));
      return servlet;
    }

    @Bean
    ApplicationListener<AuthorizationDeniedEvent<?>> jwtDeniedScopes(Environment environment) {
      String prefix = SpringSecurityProperties.of(environment).authorityPrefix();
      return ChallengeFilter.deniedScopes(prefix == null ? "SCOPE_" : prefix);
    }

    @Bean
    FilterRegistrationBean<Filter> jwtOutvotedDenials(Environment environment) {
      return registration(ChallengeFilter.outvotedDenials(), order(environment) + 1);
    }

    /** The registration of a filter in front of Spring Security's. */
    static FilterRegistrationBean<ChallengeFilter> registration(
        ServiceAnswers answers, Environment environment) {
      return registration(
          new ChallengeFilter(answers.authenticator(), answers.hasRealm()), order(environment) - 1);
    }

    private static <F extends Filter> FilterRegistrationBean<F> registration(F filter, int order) {
      FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
      registration.setOrder(order);
      registration.setDispatcherTypes(
          DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
      return registration;
    }

    /**
     * The order of Spring Security.
     *
     * @throws JwtConfigurationException if there is no place for a filter before it and behind it
     */
    private static int order(Environment environment) {
      int ofSecurity = environment.getProperty(ORDER, int.class, ORDER_OF_SECURITY);
      if (ofSecurity == Integer.MIN_VALUE || ofSecurity == Integer.MAX_VALUE) {
        throw new JwtConfigurationException(
            ORDER
                + ": "
                + ofSecurity
                + " leaves no place for the filters of this library before and behind Spring"
                + " Security; set it to a number in between");
      }
      return ofSecurity;
    }
  }

  /** A servlet of paths that the filter for challenges serves. */
  static final class Unreached extends HttpServlet {

    private static final long serialVersionUID = 1L;
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

  /** Arguments and failures of controllers. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebMvcConfigurer.class)
  static class ArgumentConfiguration {

    @Bean
    AccessTokenArguments accessTokenArguments() {
      return new AccessTokenArguments();
    }

    @Bean
    InsufficientTokens jwtInsufficientTokens() {
      return new InsufficientTokens();
    }
  }
}
