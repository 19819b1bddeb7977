// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;

@Tag("jdk-independent")
class FreshnessTest {

  /** A Sunday. */
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static final String DATE = "Date: Sun, 01 Mar 2026 12:00:00 GMT";
  private static final String IN_A_MINUTE = "Expires: Sun, 01 Mar 2026 12:01:00 GMT";

  /** The fields of lines such as {@code Age: 5}. */
  private static HttpHeaders headers(String... lines) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (String line : lines) {
      String[] field = line.split(": ?", 2);
      fields.computeIfAbsent(field[0], name -> new ArrayList<>()).add(field[1]);
    }
    return HttpHeaders.of(fields, (name, value) -> true);
  }

  private static @Nullable Duration lifetime(String... lines) {
    return Freshness.lifetime(headers(lines), NOW);
  }

  @ParameterizedTest
  @MethodSource
  @Row("F28")
  @DisplayName("what Cache-Control says")
  void readsCacheControl(String field, Duration expected) {
    assertThat(lifetime("Cache-Control: " + field)).isEqualTo(expected);
  }

  static Stream<Arguments> readsCacheControl() {
    Duration minute = Duration.ofMinutes(1);
    Duration zero = Duration.ZERO;
    Duration ever = Duration.ofDays(36_500);
    return Stream.of(
        arguments("max-age=60", minute),
        arguments("MAX-AGE=60", minute),
        arguments("max-age=060", minute),
        arguments(" max-age=60 ", minute),
        arguments("public, max-age=60, must-revalidate", minute),
        arguments("private,max-age=60", minute),
        arguments("max-age=\"60\"", minute),
        arguments("s-maxage=5, max-age=60", minute),
        arguments("max-age=0", zero),
        arguments("max-age=315360000", Duration.ofDays(3650)),
        arguments("max-age=9999999999", Duration.ofSeconds(9_999_999_999L)),
        // More digits than a number has, and more years than anybody waits.
        arguments("max-age=99999999999", ever),
        arguments("max-age=10000000000", ever),
        arguments("max-age=" + "9".repeat(5_000), ever),
        // What cannot be understood counts as stale.
        arguments("max-age=-1", zero),
        arguments("max-age=", zero),
        arguments("max-age=\"\"", zero),
        arguments("max-age=1.5", zero),
        arguments("max-age=+60", zero),
        arguments("max-age=0x10", zero),
        arguments("max-age=soon", zero),
        arguments("max-age=\u0661\u0662", zero),
        arguments("max-age=60;max-age=70", zero),
        arguments("no-store", zero),
        arguments("No-Cache", zero),
        arguments("max-age=60, no-store", zero),
        arguments("no-cache, max-age=60", zero),
        // Of several the shortest, wherever it stands.
        arguments("max-age=60, max-age=3600", minute),
        arguments("max-age=3600, max-age=60", minute),
        arguments("max-age=60, max-age=x", zero),
        arguments("ext=\"a, max-age=60\", max-age=3600", minute));
  }

  @Test
  @Row("F28")
  @DisplayName("several Cache-Control fields")
  void readsAllCacheControlFields() {
    assertThat(lifetime("Cache-Control: max-age=3600", "Cache-Control: max-age=60"))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(lifetime("Cache-Control: max-age=3600", "Cache-Control: no-store"))
        .isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",,,",
        "private",
        "public, must-revalidate",
        "s-maxage=5",
        "max-age",
        "max-age =5",
        "x-max-age=5",
        "no-store-at-all",
        "no-cache=\"Set-Cookie\""
      })
  @Row("F28")
  @DisplayName("a Cache-Control that does not say how long")
  void takesNothingFromOtherDirectives(String field) {
    assertThat(lifetime("Cache-Control: " + field)).isNull();
    assertThat(lifetime("Cache-Control: " + field, DATE, IN_A_MINUTE))
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void saysNothingWhereTheResponseDoesNot() {
    assertThat(lifetime()).isNull();
    assertThat(lifetime("Age: 60", DATE)).isNull();
  }

  @ParameterizedTest
  @MethodSource
  @Row("F28")
  @DisplayName("Age")
  void takesTheAgeOff(String age, int secondsLeft) {
    assertThat(lifetime("Cache-Control: max-age=60", "Age: " + age))
        .isEqualTo(Duration.ofSeconds(secondsLeft));
    assertThat(lifetime(DATE, IN_A_MINUTE, "Age: " + age))
        .isEqualTo(Duration.ofSeconds(secondsLeft));
  }

  static Stream<Arguments> takesTheAgeOff() {
    return Stream.of(
        arguments("0", 60),
        arguments("15", 45),
        arguments(" 15 ", 45),
        arguments("60", 0),
        arguments("61", 0),
        arguments("9999999999", 0),
        arguments("9".repeat(5_000), 0),
        arguments("-15", 60),
        arguments("", 60),
        arguments("old", 60));
  }

  @Test
  @Row("F28")
  @DisplayName("an Age without end of what is fresh without end")
  void subtractsWhateverAge() {
    String nines = "9".repeat(100);
    assertThat(lifetime("Cache-Control: max-age=" + nines, "Age: " + nines))
        .isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @MethodSource
  @Row("F28")
  @DisplayName("Expires and Date")
  void readsExpires(String expires, @Nullable String date, Duration expected) {
    String[] lines =
        date == null
            ? new String[] {"Expires: " + expires}
            : new String[] {"Expires: " + expires, "Date: " + date};
    assertThat(lifetime(lines)).isEqualTo(expected);
  }

  static Stream<Arguments> readsExpires() {
    String noon = "Sun, 01 Mar 2026 12:00:00 GMT";
    String hour = "Sun, 01 Mar 2026 13:00:00 GMT";
    Duration zero = Duration.ZERO;
    return Stream.of(
        arguments(hour, noon, Duration.ofHours(1)),
        // By the server's own clock, however wrong that is.
        arguments(hour, "Sun, 01 Mar 2026 12:59:00 GMT", Duration.ofMinutes(1)),
        arguments(hour, "Sat, 01 Mar 2025 13:00:00 GMT", Duration.ofDays(365)),
        arguments(hour, null, Duration.ofHours(1)),
        arguments(hour, "", Duration.ofHours(1)),
        arguments(hour, "today", Duration.ofHours(1)),
        arguments(hour, "Mon, 01 Mar 2026 12:30:00 GMT", Duration.ofHours(1)),
        arguments(noon, noon, zero),
        arguments(noon, hour, zero),
        arguments("Thu, 01 Jan 1970 00:00:00 GMT", noon, zero),
        arguments(
            "Fri, 31 Dec 9999 23:59:59 GMT",
            "Thu, 01 Jan 1970 00:00:00 GMT",
            Duration.ofSeconds(253_402_300_799L)),
        arguments("0", noon, zero),
        arguments("-1", noon, zero),
        arguments("", noon, zero),
        arguments("never", noon, zero),
        arguments("Sun, 32 Mar 2026 13:00:00 GMT", noon, zero),
        arguments("2026-03-01T13:00:00Z", noon, zero));
  }

  @Test
  @Row("F28")
  @DisplayName("Expires beside Cache-Control")
  void prefersCacheControlToExpires() {
    assertThat(lifetime("Cache-Control: max-age=3600", DATE, IN_A_MINUTE))
        .isEqualTo(Duration.ofHours(1));
    assertThat(lifetime("Cache-Control: max-age=0", DATE, IN_A_MINUTE)).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @MethodSource
  void readsRetryAfter(String value, @Nullable Duration expected) {
    assertThat(Freshness.retryAfter(headers("Retry-After: " + value), NOW)).isEqualTo(expected);
  }

  static Stream<Arguments> readsRetryAfter() {
    return Stream.of(
        arguments("0", Duration.ZERO),
        arguments("120", Duration.ofMinutes(2)),
        arguments(" 120 ", Duration.ofMinutes(2)),
        arguments("9999999999", Duration.ofSeconds(9_999_999_999L)),
        arguments("9".repeat(100), Duration.ofDays(36_500)),
        arguments("Sun, 01 Mar 2026 12:02:00 GMT", Duration.ofMinutes(2)),
        arguments("Sun, 01 Mar 2026 11:00:00 GMT", Duration.ZERO),
        arguments("Thu, 01 Jan 1970 00:00:00 GMT", Duration.ZERO),
        arguments("Fri, 31 Dec 9999 23:59:59 GMT", Duration.ofSeconds(251_629_934_399L)),
        arguments("-5", null),
        arguments("1.5", null),
        arguments("", null),
        arguments("later", null));
  }

  @Test
  void hasNoRetryAfterWhereTheResponseHasNone() {
    assertThat(Freshness.retryAfter(headers(), NOW)).isNull();
  }

  /** Whatever a server sends, it is not for this that a fetch fails. */
  @Test
  void answersAnythingWithoutFailing() {
    String[] pieces = {
      "max-age=",
      "no-store",
      ",",
      ";",
      "\"",
      "9",
      "-",
      " ",
      "GMT",
      "Sun, ",
      "01 Mar 2026 ",
      "12:00:00 ",
      "31 Dec 9999 23:59:60 ",
      "\u0000",
      "\u0661",
      "+9999",
      "0000",
      "\ud800",
      "="
    };
    Random random = new Random(28);
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(8); i > 0; i--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      String value = text.toString();
      HttpHeaders headers =
          headers(
              "Cache-Control: " + value,
              "Expires: " + value,
              "Date: " + value,
              "Age: " + value,
              "Retry-After: " + value);
      assertThatCode(
              () -> {
                Duration lifetime = Freshness.lifetime(headers, NOW);
                Duration retryAfter = Freshness.retryAfter(headers, NOW);
                assertThat(lifetime == null || !lifetime.isNegative()).isTrue();
                assertThat(retryAfter == null || !retryAfter.isNegative()).isTrue();
              })
          .as(value)
          .doesNotThrowAnyException();
    }
  }
}
