// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * Forgets, behind Spring Security, a rule that has denied the request where another rule has
 * sufficed: no later denial is its own.
 */
final class OutvotedDenials implements Filter {

  /** The attribute of {@code Denial}, which is not public. */
  static final String DENIAL = "org.jwtvalidation.spring.Denial";

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    request.removeAttribute(DENIAL);
    chain.doFilter(request, response);
  }
}
