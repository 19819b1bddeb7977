// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionExceptionTest {

  private static String upperCase(String method) {
    return method.toUpperCase(Locale.ROOT);
  }

  @Test
  void saysItAllInTheWordsOfBuilders() {
    Exception cause = new Exception("the cause");
    OptionException e =
        new OptionException(
            "audience", "both of them", "drop {anyAudience()} or {leeway(...)}", cause);
    assertThat(e)
        .hasMessage("audience: both of them; drop anyAudience() or leeway(...)")
        .hasCause(cause);
    assertThat(e.option()).isEqualTo("audience");
    assertThat(e.problem()).isEqualTo("both of them");
    assertThat(e.remedy(OptionExceptionTest::upperCase)).isEqualTo("drop ANYAUDIENCE or LEEWAY");
  }

  @ParameterizedTest
  @CsvSource({
    "use {KeySource.file(...)|keys.file}, use KeySource.file(...), use keys.file",
    "write {tenant} in url, write {tenant} in url, write {tenant} in url",
    "write a|b, write a|b, write a|b",
    "give one, give one, give one"
  })
  void namesOptionsInRemedies(String remedy, String inBuilders, String inText) {
    OptionException e = new OptionException("url", "{a|b} and {c()}", remedy);
    assertThat(e).hasMessage("url: {a|b} and {c()}; " + inBuilders);
    assertThat(e.remedy(OptionExceptionTest::upperCase)).isEqualTo(inText);
  }

  /** What stands in the place of a name is not a pattern. */
  @Test
  void takesNamesAsTheyAre() {
    OptionException e = new OptionException("a", "b", "drop {c()}");
    assertThat(e.remedy(method -> "$1\\")).isEqualTo("drop $1\\");
  }

  @Test
  void refusesValuesOutOfBounds() {
    assertThat(Bounds.check("size", 1, 1, 3, "choose")).isEqualTo(1);
    assertThat(Bounds.check("size", 3, 1, 3, "choose")).isEqualTo(3);
    for (int wrong : new int[] {0, 4}) {
      assertThatExceptionOfType(OptionException.class)
          .isThrownBy(() -> Bounds.check("size", wrong, 1, 3, "choose"))
          .withMessage("size: " + wrong + " is not between 1 and 3; choose");
    }
    Duration least = Duration.ofSeconds(1);
    Duration most = Duration.ofMinutes(1);
    assertThat(Bounds.check("wait", least, least, most, "choose")).isEqualTo(least);
    assertThat(Bounds.check("wait", most, least, most, "choose")).isEqualTo(most);
    for (Duration wrong : new Duration[] {least.minusNanos(1), most.plusNanos(1)}) {
      assertThatExceptionOfType(OptionException.class)
          .isThrownBy(() -> Bounds.check("wait", wrong, least, most, "choose"))
          .withMessage("wait: " + wrong + " is not between PT1S and PT1M; choose");
    }
  }

  @Test
  void refusesDurationsThatAreNotPositive() {
    Duration most = Duration.ofMinutes(1);
    assertThat(Bounds.checkPositive("wait", most, most)).isEqualTo(most);
    assertThat(Bounds.checkPositive("wait", Duration.ofNanos(1), most))
        .isEqualTo(Duration.ofNanos(1));
    for (Duration wrong : new Duration[] {Duration.ZERO, Duration.ofNanos(-1), most.plusNanos(1)}) {
      assertThatExceptionOfType(OptionException.class)
          .isThrownBy(() -> Bounds.checkPositive("wait", wrong, most))
          .withMessage(
              "wait: "
                  + wrong
                  + " is not more than zero and at most PT1M; choose a duration in between");
    }
  }

  @Test
  void refusesFractionsOfASecond() {
    Duration least = Duration.ofSeconds(1);
    Duration most = Duration.ofMinutes(1);
    assertThat(Bounds.checkSeconds("wait", least, least, most)).isEqualTo(least);
    assertThat(Bounds.checkSeconds("wait", most, least, most)).isEqualTo(most);
    for (Duration wrong :
        new Duration[] {
          Duration.ZERO, least.minusNanos(1), least.plusNanos(1), most.plusSeconds(1)
        }) {
      assertThatExceptionOfType(OptionException.class)
          .isThrownBy(() -> Bounds.checkSeconds("wait", wrong, least, most))
          .withMessage(
              "wait: "
                  + wrong
                  + " is not a number of seconds between PT1S and PT1M; choose a length in"
                  + " between");
    }
  }
}
