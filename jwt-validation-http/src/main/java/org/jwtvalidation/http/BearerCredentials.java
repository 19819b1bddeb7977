// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.AsciiSet;

/**
 * What the header fields {@code Authorization} say (RFC 9110 section 11.6.2, RFC 6750 section 2.1,
 * RFC 9449 section 7.1).
 *
 * @param scheme the authentication scheme; Bearer if there are no credentials
 * @param token the token, or null if there is none
 * @param isMalformed whether there should be one
 */
record BearerCredentials(Scheme scheme, @Nullable String token, boolean isMalformed) {

  private static final BearerCredentials MISSING =
      new BearerCredentials(Scheme.BEARER, null, false);

  /**
   * The credentials in these fields. Another scheme than Bearer, or DPoP where that is accepted, is
   * no credentials; several fields, a scheme without a token, and what is neither are malformed.
   * The token may contain anything.
   *
   * @throws NullPointerException if a request of the application has null in place of no fields
   */
  static BearerCredentials of(List<String> fields, boolean acceptsDpop) {
    Objects.requireNonNull(
        fields, "headerValues: null; return an empty list if the request lacks the header field");
    if (fields.isEmpty()) {
      return MISSING;
    }
    if (fields.size() > 1) {
      return new BearerCredentials(Scheme.BEARER, null, true);
    }
    String field = trimmed(fields.get(0));
    if (beginsWith(Scheme.BEARER, field)) {
      return of(Scheme.BEARER, field);
    }
    return acceptsDpop && beginsWith(Scheme.DPOP, field) ? of(Scheme.DPOP, field) : MISSING;
  }

  private static boolean beginsWith(Scheme scheme, String field) {
    String name = scheme.schemeName();
    return field.regionMatches(true, 0, name, 0, name.length());
  }

  private static BearerCredentials of(Scheme scheme, String field) {
    int end = scheme.schemeName().length();
    int begin = end;
    if (begin < field.length() && AsciiSet.TCHAR.contains(field.charAt(begin))) {
      // Another scheme, whose name begins alike.
      return MISSING;
    }
    while (begin < field.length() && field.charAt(begin) == ' ') {
      begin++;
    }
    if (begin < field.length() && field.charAt(end) == ' ') {
      return new BearerCredentials(scheme, field.substring(begin), false);
    }
    return new BearerCredentials(scheme, null, true);
  }

  /** The value without the white space that may surround it (RFC 9110 section 5.5). */
  private static String trimmed(String field) {
    int begin = 0;
    int end = field.length();
    while (begin < end && isWhiteSpace(field.charAt(begin))) {
      begin++;
    }
    while (begin < end && isWhiteSpace(field.charAt(end - 1))) {
      end--;
    }
    return field.substring(begin, end);
  }

  private static boolean isWhiteSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
