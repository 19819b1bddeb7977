// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.InsufficientTokenException;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** What the response to a request to a servlet application has to know. */
final class CurrentRequest {

  private CurrentRequest() {}

  /** The request as the container received it, without what filters have put around it. */
  static HttpServletRequest received(HttpServletRequest request) {
    HttpServletRequest innermost = request;
    while (innermost instanceof HttpServletRequestWrapper wrapper
        && wrapper.getRequest() instanceof HttpServletRequest wrapped) {
      innermost = wrapped;
    }
    return innermost;
  }

  /**
   * Keeps why a request is denied.
   *
   * @param object what Spring Security protects: the request, or a method that it calls
   */
  static void remember(Denial denial, @Nullable Object object) {
    if (object instanceof RequestAuthorizationContext context) {
      context.getRequest().setAttribute(Denial.NAME, denial);
    } else if (object instanceof HttpServletRequest request) {
      request.setAttribute(Denial.NAME, denial);
    } else {
      RequestAttributes current = RequestContextHolder.getRequestAttributes();
      if (current != null) {
        current.setAttribute(Denial.NAME, denial, RequestAttributes.SCOPE_REQUEST);
      }
    }
  }

  /**
   * Makes the response to a request the refusal of its token, whatever the handler does next.
   *
   * @throws IllegalStateException if the response has begun
   */
  static void refuse(RequestAttributes current, InsufficientTokenException failure) {
    if (current.getAttribute(ResponseWithChallenges.NAME, RequestAttributes.SCOPE_REQUEST)
        instanceof ResponseWithChallenges response) {
      response.refuse(failure);
    }
  }
}
