// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

/**
 * Reads the token of a request from the header field {@code Authorization} (RFC 6750 section 2.1),
 * never from query or body. It answers as {@link
 * org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver
 * DefaultBearerTokenResolver} does, in about a tenth of the time, but refuses requests with several
 * fields, of which that one reads the first. Fields are counted as the container received them: a
 * filter may replace or hide the field, and does not change their number.
 *
 * <p>It is thread-safe. {@code resolve} returns null if a request has no token, and throws an
 * {@link org.springframework.security.oauth2.core.OAuth2AuthenticationException
 * OAuth2AuthenticationException} if one is malformed.
 */
public final class AuthorizationTokenResolver implements BearerTokenResolver {

  /** Creates a resolver. */
  public AuthorizationTokenResolver() {}

  @Override
  public @Nullable String resolve(HttpServletRequest request) {
    String field = request.getHeader(HttpHeaders.AUTHORIZATION);
    return field == null
        ? null
        : AuthorizationField.token(
            field, isSeveral(received(request).getHeaders(HttpHeaders.AUTHORIZATION)));
  }

  /**
   * The request as the container received it. Spring Security's firewall around it matches every
   * value that it returns against a pattern, which takes longer than validating a cached token.
   */
  private static HttpServletRequest received(HttpServletRequest request) {
    ServletRequest inner = request;
    while (inner instanceof ServletRequestWrapper wrapper) {
      inner = wrapper.getRequest();
    }
    return inner instanceof HttpServletRequest http ? http : request;
  }

  /** The container may not tell: null. */
  private static boolean isSeveral(@Nullable Enumeration<String> fields) {
    if (fields == null || !fields.hasMoreElements()) {
      return false;
    }
    fields.nextElement();
    return fields.hasMoreElements();
  }
}
