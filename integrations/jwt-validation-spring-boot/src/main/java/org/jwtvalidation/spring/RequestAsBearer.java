// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request whose token has the scheme {@code Bearer}, whatever the client has sent. */
final class RequestAsBearer extends HttpServletRequestWrapper {

  private static final String FIELD = "Authorization";

  private final String authorization;

  RequestAsBearer(HttpServletRequest request, String authorization) {
    super(request);
    this.authorization = authorization;
  }

  @Override
  public @Nullable String getHeader(String name) {
    return FIELD.equalsIgnoreCase(name) ? authorization : super.getHeader(name);
  }

  @Override
  public Enumeration<String> getHeaders(String name) {
    return FIELD.equalsIgnoreCase(name)
        ? Collections.enumeration(List.of(authorization))
        : super.getHeaders(name);
  }
}
