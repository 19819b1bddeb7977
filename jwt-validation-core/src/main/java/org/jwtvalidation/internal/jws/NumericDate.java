// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;

/**
 * NumericDates (RFC 7519 section 2): seconds since 1970, whole or fractional, from the year 1 to
 * the year 9999. A number beyond that is not accepted as a date.
 */
public final class NumericDate {

  private static final long MIN_SECONDS = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long MAX_SECONDS = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  /** The earliest NumericDate, in milliseconds since 1970. */
  public static final long MIN = MIN_SECONDS * 1000;

  private NumericDate() {}

  /** Whether {@code value}, as parsed from JSON, is a NumericDate. */
  public static boolean is(Object value) {
    if (value instanceof Long seconds) {
      return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS;
    }
    return value instanceof BigDecimal seconds
        && seconds.compareTo(BigDecimal.valueOf(MIN_SECONDS)) >= 0
        && seconds.compareTo(BigDecimal.valueOf(MAX_SECONDS)) <= 0;
  }

  /** The milliseconds since 1970 of a NumericDate, with fractions rounded by {@code rounding}. */
  public static long toMillis(Object value, RoundingMode rounding) {
    return value instanceof Long seconds
        ? seconds * 1000
        : ((BigDecimal) value).movePointRight(3).setScale(0, rounding).longValueExact();
  }

  /** The instant of a NumericDate, truncated to nanoseconds. */
  public static Instant toInstant(Object value) {
    if (value instanceof Long seconds) {
      return Instant.ofEpochSecond(seconds);
    }
    BigInteger nanos =
        ((BigDecimal) value).movePointRight(9).setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger[] seconds = nanos.divideAndRemainder(BigInteger.valueOf(1_000_000_000));
    return Instant.ofEpochSecond(seconds[0].longValueExact(), seconds[1].longValueExact());
  }
}
