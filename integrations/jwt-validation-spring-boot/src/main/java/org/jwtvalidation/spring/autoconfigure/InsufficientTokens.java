// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.InsufficientTokenException;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Lets what a rule throws in a controller pass to {@code ChallengeFilter}. Before the methods of
 * the application for exceptions of all kinds, which would make another answer of it.
 */
final class InsufficientTokens implements HandlerExceptionResolver, Ordered {

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    InsufficientTokenException insufficient = InsufficientTokenException.in(failure);
    if (insufficient != null) {
      throw insufficient;
    }
    return null;
  }
}
