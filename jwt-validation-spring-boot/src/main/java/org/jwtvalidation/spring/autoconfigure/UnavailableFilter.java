package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 503 where Spring Security lets the failure of a decoder pass, which the container would
 * answer with 500. Around all filter chains, so that those of the application need no line for it.
 */
final class UnavailableFilter extends OncePerRequestFilter {

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
