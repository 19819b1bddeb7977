// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;

/**
 * The token in the header field {@code Authorization}, with the answers of Spring Security's
 * pattern, which takes longer than the validation of a cached token.
 */
final class AuthorizationField {

  private static final String SCHEME = "Bearer";

  /**
   * Whether a character of ASCII may be part of a token. It is looked up because branches are often
   * mispredicted: no processor knows the next character of a token.
   */
  private static final boolean[] IS_TOKEN68 = new boolean[128];

  static {
    for (char c = 0; c < IS_TOKEN68.length; c++) {
      IS_TOKEN68[c] =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~+/".indexOf(c) >= 0;
    }
  }

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
    if (begin >= field.length() || field.charAt(begin - 1) != ' ' || !isToken68(field, begin)) {
      throw new OAuth2AuthenticationException(
          BearerTokenErrors.invalidToken("Bearer token is malformed"));
    }
    return field.substring(begin);
  }

  /** Whether what begins there is a {@code token68} (RFC 9110 section 11.2). */
  private static boolean isToken68(String field, int begin) {
    int end = field.length();
    while (end > begin && field.charAt(end - 1) == '=') {
      end--;
    }
    for (int i = begin; i < end; i++) {
      char c = field.charAt(i);
      if (c >= IS_TOKEN68.length || !IS_TOKEN68[c]) {
        return false;
      }
    }
    return end > begin;
  }
}
