// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request to the server of a {@link TestIssuer}. Immutable and thread-safe.
 *
 * @param method the method, such as {@code GET}
 * @param target the request target as it was sent (RFC 9112 section 3.2): with its query, and with
 *     scheme and authority if the client used the server as a proxy
 * @param headers the values of the header fields by their names in lower case; those of a repeated
 *     field are joined by a comma and a space
 */
public record TestRequest(String method, String target, Map<String, String> headers) {

  /**
   * Creates a request with a copy of the header fields.
   *
   * @param method the method
   * @param target the request target
   * @param headers the values of the header fields by their names in lower case
   */
  public TestRequest {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(target, "target");
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * Returns the value of a header field.
   *
   * @param name the field name, in any case
   * @return the value, or null if the request does not have the field
   */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the path of the target without query, not decoded.
   *
   * @return the path, from {@code /} on; empty for {@code *} and for {@code CONNECT}
   */
  public String path() {
    if (method.equals("CONNECT")) {
      return "";
    }
    int begin = 0;
    if (!target.startsWith("/")) {
      int authority = target.indexOf("://");
      if (authority < 0) {
        return "";
      }
      begin = authority + "://".length();
      while (begin < target.length() && "/?#".indexOf(target.charAt(begin)) < 0) {
        begin++;
      }
    }
    int end = begin;
    while (end < target.length() && "?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    return begin == end ? "/" : target.substring(begin, end);
  }
}
