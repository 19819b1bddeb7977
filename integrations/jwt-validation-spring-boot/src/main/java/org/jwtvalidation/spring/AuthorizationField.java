// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.AsciiSet;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;

/**
 * The token in the header field {@code Authorization}, with the answers of Spring Security's
 * pattern, which takes longer than the validation of a cached token.
 */
final class AuthorizationField {

  private static final String SCHEME = "Bearer";

  private AuthorizationField() {}

  /**
   * Returns the token of a request.
   *
   * @param field the value of the first field, or null if there is none
   * @param isOneOfSeveral whether there are others
   * @return the token, or null if there is none, or credentials of another scheme
   * @throws OAuth2AuthenticationException if there are several fields, or if the field begins with
   *     {@code Bearer} but contains no valid token
   */
  static @Nullable String token(@Nullable String field, boolean isOneOfSeveral) {
    if (isOneOfSeveral) {
      throw new OAuth2AuthenticationException(
          BearerTokenErrors.invalidRequest("Several Authorization fields"));
    }
    if (field == null || !field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    int begin = SCHEME.length() + 1;
    if (begin >= field.length()
        || field.charAt(begin - 1) != ' '
        || !AsciiSet.isToken68(field, begin)) {
      throw new OAuth2AuthenticationException(
          BearerTokenErrors.invalidToken("Bearer token is malformed"));
    }
    return field.substring(begin);
  }
}
