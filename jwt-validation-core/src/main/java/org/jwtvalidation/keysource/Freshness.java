// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header fields by which a server says how long a response may be used, and when a request may
 * be repeated. The caller applies its own bounds.
 */
final class Freshness {

  private static final Pattern SECONDS = Pattern.compile("\\d{1,10}");
  private static final Duration EVER = Duration.ofDays(36_500);

  private Freshness() {}

  /**
   * How long the response is fresh from {@code now} on (RFC 9111 section 4.2), at least zero; null
   * if it has no such field. A value that cannot be parsed counts as stale.
   */
  static @Nullable Duration lifetime(HttpHeaders headers, Instant now) {
    Duration lifetime = null;
    for (String line : headers.allValues("Cache-Control")) {
      for (String directive : line.toLowerCase(Locale.ROOT).split(",", -1)) {
        Duration said = lifetime(directive.strip());
        // The shortest of several: the response is then certainly not used for too long.
        if (said != null && (lifetime == null || said.compareTo(lifetime) < 0)) {
          lifetime = said;
        }
      }
    }
    if (lifetime == null) {
      lifetime = untilExpires(headers, now);
    }
    if (lifetime == null) {
      return null;
    }
    Duration left = lifetime.minus(age(headers));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static @Nullable Duration lifetime(String directive) {
    if (directive.equals("no-store") || directive.equals("no-cache")) {
      return Duration.ZERO;
    }
    if (!directive.startsWith("max-age=")) {
      return null;
    }
    Duration seconds = seconds(directive.substring("max-age=".length()).replace("\"", ""));
    return seconds == null ? Duration.ZERO : seconds;
  }

  private static @Nullable Duration untilExpires(HttpHeaders headers, Instant now) {
    List<String> expires = headers.allValues("Expires");
    if (expires.isEmpty()) {
      return null;
    }
    Instant end = date(expires.get(0));
    Instant sent = headers.firstValue("Date").map(Freshness::date).orElse(null);
    return end == null ? Duration.ZERO : Duration.between(sent == null ? now : sent, end);
  }

  private static Duration age(HttpHeaders headers) {
    Duration age = headers.firstValue("Age").map(Freshness::seconds).orElse(null);
    return age == null ? Duration.ZERO : age;
  }

  /** The wait of {@code Retry-After} (RFC 9110 section 10.2.3), at least zero, or null. */
  static @Nullable Duration retryAfter(HttpHeaders headers, Instant now) {
    String said = headers.firstValue("Retry-After").orElse("");
    Duration wait = seconds(said);
    if (wait == null) {
      Instant end = date(said);
      wait = end == null ? null : Duration.between(now, end);
    }
    return wait != null && wait.isNegative() ? Duration.ZERO : wait;
  }

  private static @Nullable Duration seconds(String digits) {
    String text = digits.strip();
    if (SECONDS.matcher(text).matches()) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9') ? EVER : null;
  }

  private static @Nullable Instant date(String text) {
    try {
      return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip()));
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
