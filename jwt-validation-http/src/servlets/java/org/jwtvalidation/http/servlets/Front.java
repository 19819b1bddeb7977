// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlets;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A filter in front of all others, which sets a header field and sees what is thrown. */
public final class Front implements Filter {

  private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    ((HttpServletResponse) response).setHeader("X-Front", "1");
    try {
      chain.doFilter(request, response);
    } catch (IOException | ServletException | RuntimeException e) {
      failures.add(e);
      throw e;
    }
  }

  /** The next exception. */
  public Throwable failure() {
    try {
      Throwable failure = failures.poll(1, TimeUnit.MINUTES);
      if (failure == null) {
        throw new AssertionError("nothing was thrown");
      }
      return failure;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether all exceptions were asked for. */
  public boolean hasSeenAll() {
    return failures.isEmpty();
  }
}
