// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scope tokens (RFC 6749 section 3.3) as issuers write them: as a string with spaces between them
 * (RFC 8693 section 4.2), or as an array of strings.
 */
public final class Scopes {

  private Scopes() {}

  /** The value of {@code scope}, or else of {@code scp}, or null if there is neither. */
  public static @Nullable Object claim(Map<String, @Nullable Object> claims) {
    Object scope = claims.get("scope");
    return scope == null ? claims.get("scp") : scope;
  }

  /** Whether {@code text} is one scope token. */
  public static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"' && c != '\\');
  }

  /** The scope tokens of a claim's value that is a string, a list of strings, or null. */
  public static List<String> list(@Nullable Object value) {
    if (value instanceof List<?> array) {
      return List.of(array.toArray(new String[0]));
    }
    if (value == null) {
      return List.of();
    }
    List<String> scopes = new ArrayList<>();
    // Single spaces separate them; repeated ones add no empty tokens.
    for (String token : ((String) value).split(" ", -1)) {
      if (!token.isEmpty()) {
        scopes.add(token);
      }
    }
    return Collections.unmodifiableList(scopes);
  }

  /** Whether {@link #list} contains a scope token, without creating the list. */
  public static boolean contains(@Nullable Object value, String scope) {
    if (value == null || scope.isEmpty()) {
      return false;
    }
    return value instanceof List<?> array
        ? array.contains(scope)
        : containsToken((String) value, scope);
  }

  private static boolean containsToken(String scopes, String scope) {
    int begin = 0;
    while (begin < scopes.length()) {
      int space = scopes.indexOf(' ', begin);
      int end = space < 0 ? scopes.length() : space;
      if (end - begin == scope.length() && scopes.startsWith(scope, begin)) {
        return true;
      }
      begin = end + 1;
    }
    return false;
  }
}
