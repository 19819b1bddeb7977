// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 503 where Spring Security lets the failure of a decoder pass, which the container would
 * answer with 500. Around all filter chains, so that those of the application need no line for it.
 */
final class UnavailableFilter extends OncePerRequestFilter {

  private static final String ORDER = "spring.security.filter.order";
  private static final int ORDER_OF_SECURITY = -100;
  private static final int LOWEST = Integer.MIN_VALUE + 2;

  /** The registration of a filter just around Spring Security's. */
  static FilterRegistrationBean<UnavailableFilter> registration(Environment environment) {
    FilterRegistrationBean<UnavailableFilter> filter =
        new FilterRegistrationBean<>(new UnavailableFilter());
    filter.setOrder(order(environment));
    filter.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    return filter;
  }

  /**
   * The order just before that of Spring Security.
   *
   * @throws JwtConfigurationException if there is no place for two filters before it
   */
  static int order(Environment environment) {
    int ofSecurity = environment.getProperty(ORDER, int.class, ORDER_OF_SECURITY);
    if (ofSecurity < LOWEST) {
      throw new JwtConfigurationException(
          ORDER
              + ": "
              + ofSecurity
              + " leaves no place for the two filters of this library before Spring Security; set"
              + " it to "
              + LOWEST
              + " or more");
    }
    return ofSecurity - 1;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      chain.doFilter(request, response);
    } catch (AuthenticationServiceException e) {
      Unavailable answer = Unavailability.of(e);
      if (answer == null || response.isCommitted()) {
        throw e;
      }
      // Not sendError, whose dispatch to the error page would need a token, too.
      response.setStatus(answer.status());
      answer
          .headers()
          .forEach((name, values) -> values.forEach(value -> response.setHeader(name, value)));
    }
  }
}
