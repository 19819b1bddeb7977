// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumericDateTest {

  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  @Test
  void takesSecondsFromTheYear1To9999() {
    for (long seconds : new long[] {FIRST, -1, 0, 1, 1_772_366_400, LAST}) {
      assertThat(NumericDate.is(seconds)).isTrue();
      assertThat(NumericDate.is(BigDecimal.valueOf(seconds))).isTrue();
      assertThat(NumericDate.toMillis(seconds, RoundingMode.FLOOR)).isEqualTo(seconds * 1000);
      assertThat(NumericDate.toInstant(seconds)).isEqualTo(Instant.ofEpochSecond(seconds));
      assertThat(NumericDate.toInstant(BigDecimal.valueOf(seconds)))
          .isEqualTo(Instant.ofEpochSecond(seconds));
    }
  }

  @Test
  void takesNothingElse() {
    for (Object value :
        List.of(
            FIRST - 1,
            LAST + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            BigInteger.TEN,
            BigInteger.TWO.pow(64),
            new BigDecimal(LAST + ".001"),
            new BigDecimal(FIRST + ".001"),
            new BigDecimal("1e400"),
            new BigDecimal("-1e400"),
            "1",
            true,
            1.0,
            1,
            List.of(1L))) {
      assertThat(NumericDate.is(value)).as("%s", value).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, 1500, 1500",
    "1.0005, 1000, 1001",
    "1.9999, 1999, 2000",
    "-1.5, -1500, -1500",
    "-1.0005, -1001, -1000",
    "0.000000000000000000001, 0, 1",
    "1e-400, 0, 1",
    "-1e-400, -1, 0",
    "1.5E+9, 1500000000000, 1500000000000"
  })
  void roundsFractionsAsTold(String seconds, long floor, long ceiling) {
    BigDecimal value = new BigDecimal(seconds);

    assertThat(NumericDate.toMillis(value, RoundingMode.FLOOR)).isEqualTo(floor);
    assertThat(NumericDate.toMillis(value, RoundingMode.CEILING)).isEqualTo(ceiling);
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, 1970-01-01T00:00:01.500Z",
    "1.0000000019, 1970-01-01T00:00:01.000000001Z",
    "-0.5, 1969-12-31T23:59:59.500Z",
    "-1.0000000001, 1969-12-31T23:59:58.999999999Z",
    "253402300799.0, 9999-12-31T23:59:59Z",
    "-62135596800.0, 0001-01-01T00:00:00Z"
  })
  void cutsInstantsToNanoseconds(String seconds, Instant instant) {
    assertThat(NumericDate.toInstant(new BigDecimal(seconds))).isEqualTo(instant);
  }

  @Test
  void beginsWithTheYear1() {
    assertThat(NumericDate.MIN).isEqualTo(FIRST * 1000);
  }
}
