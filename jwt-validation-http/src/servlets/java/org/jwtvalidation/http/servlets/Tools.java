// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlets;

import static org.jwtvalidation.http.requests.RequiredRules.PAY;
import static org.jwtvalidation.http.requests.RequiredRules.REFUND;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.servlet.BearerFilter;

/** The tools of {@link org.jwtvalidation.http.requests.RequiredRules} in a servlet container. */
public final class Tools extends HttpServlet {

  /** The ways in which they refuse, but for the one that is too late. */
  public static final List<String> WAYS =
      List.of("direct", "servlet", "io", "runtime", "written", "streamed", "sized", "async");

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String way = request.getRequestURI().replaceFirst(".*/", "");
    switch (way) {
      case "written" -> response.getWriter().print("dropped");
      case "streamed" -> response.getOutputStream().print("dropped");
      case "sized" -> {
        response.setContentType("application/json");
        response.setContentLength(6);
      }
      case "async" -> request.startAsync().setTimeout(0);
      case "broken" -> throw new ServletException("broken", new IllegalStateException());
      case "late" -> {
        response.getOutputStream().print("begun");
        response.flushBuffer();
      }
      default -> request.getInputStream().readAllBytes();
    }
    AccessRule rule = request.getQueryString() == null ? REFUND : PAY;
    try {
      rule.require(BearerFilter.token(request));
    } catch (InsufficientTokenException e) {
      switch (way) {
        case "servlet" -> throw new ServletException(new ServletException(e));
        case "io" -> throw new IOException(e);
        case "runtime" -> throw new IllegalStateException(new CompletionException(e));
        default -> throw e;
      }
    }
    response.resetBuffer();
    if (way.equals("streamed")) {
      response.getOutputStream().print("served");
    } else {
      response.getWriter().print("served");
    }
    if (request.isAsyncStarted()) {
      request.getAsyncContext().complete();
    }
  }
}
