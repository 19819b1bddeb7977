// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

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
    if (field == null) {
      return null;
    }
    // Spring Security's firewall matches each value that it returns against a pattern, which takes
    // longer than validating a cached token.
    HttpServletRequest received = CurrentRequest.received(request);
    return AuthorizationField.token(
        field, isSeveral(received.getHeaders(HttpHeaders.AUTHORIZATION)));
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
