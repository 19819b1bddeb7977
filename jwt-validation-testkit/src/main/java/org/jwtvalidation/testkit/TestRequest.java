package org.jwtvalidation.testkit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came to a {@link TestIssuer}'s server. Immutable and thread-safe.
 *
 * @param method the method, such as {@code GET}
 * @param target the request target as it was sent (RFC 9112 section 3.2): with its query, and with
 *     scheme and authority if the client took the server for a proxy
 * @param headers the values of the header fields by their names in lower case; those of a repeated
 *     field are joined by a comma and a blank
 */
public record TestRequest(String method, String target, Map<String, String> headers) {

  /**
   * A request with a copy of the header fields.
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
   * The value of a header field.
   *
   * @param name the field name, in any case
   * @return the value, or null if the request does not have the field
   */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /**
   * The path of the target, without query and not decoded.
   *
   * @return the path, from {@code /} on; empty for {@code *} and for what {@code CONNECT} asks for
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
