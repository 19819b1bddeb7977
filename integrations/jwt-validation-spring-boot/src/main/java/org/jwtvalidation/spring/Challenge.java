// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A challenge of {@code WWW-Authenticate} (RFC 9110 section 11.6.1).
 *
 * @param scheme as it is written
 * @param parameters the values by name, as they are written, with quotation marks
 */
record Challenge(String scheme, Map<String, String> parameters) {

  static final String BEARER = "Bearer";
  static final String DPOP = "DPoP";
  static final String ERROR = "error";
  static final String SCOPE = "scope";

  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\G[ ,]*([A-Za-z0-9_.!#$%&'*+^`|~-]+)="
              + "(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|[^\" ,]+)(?=,|$)");

  /** Texts of exceptions, which Spring Security puts between quotation marks as they are. */
  private static final List<String> DESCRIPTIONS = List.of("error_description", "error_uri");

  private static final Pattern LAST_ALGORITHMS = Pattern.compile(", algs=(\"[A-Za-z0-9 ]*\")$");

  /**
   * Reads a challenge up to the first description: what is behind it may be a part of that. Nothing
   * is read of what has another syntax.
   *
   * @return null if the scheme is another one than Bearer and DPoP
   */
  static @Nullable Challenge of(String text) {
    int end = text.indexOf(' ');
    String scheme = end < 0 ? text : text.substring(0, end);
    if (!scheme.equalsIgnoreCase(BEARER) && !scheme.equalsIgnoreCase(DPOP)) {
      return null;
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    Matcher parameter = PARAMETER.matcher(text).region(scheme.length(), text.length());
    while (parameter.find() && !DESCRIPTIONS.contains(parameter.group(1))) {
      parameters.putIfAbsent(parameter.group(1), parameter.group(2));
    }
    Matcher algorithms = LAST_ALGORITHMS.matcher(text);
    if (scheme.equalsIgnoreCase(DPOP) && algorithms.find()) {
      parameters.put("algs", algorithms.group(1));
    }
    return new Challenge(scheme, parameters);
  }

  boolean isOf(String name) {
    return scheme.equalsIgnoreCase(name);
  }

  /** Whether another token, or any, is asked for, and not more rights (RFC 6750 section 3.1). */
  boolean isForAToken() {
    String error = parameters.get(ERROR);
    return error == null
        || !(error.equals("\"insufficient_scope\"") || error.equals("\"invalid_request\""));
  }

  @Override
  public String toString() {
    return parameters.isEmpty()
        ? scheme
        : parameters.entrySet().stream()
            .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
            .collect(Collectors.joining(", ", scheme + " ", ""));
  }
}
