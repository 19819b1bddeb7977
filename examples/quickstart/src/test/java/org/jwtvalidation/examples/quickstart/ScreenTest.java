// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

class ScreenTest {

  @Test
  void drawsLinesWhereTheCharsetHasThem() {
    assertThat(Screen.standardOutput(UTF_8).lines()).isTrue();
    assertThat(Screen.standardOutput(Charset.forName("IBM850")).lines()).isTrue();
    assertThat(Screen.standardOutput(US_ASCII).lines()).isFalse();
    Screen plain = new Screen(false, false);
    assertThat(plain.vertical() + plain.horizontal() + plain.crossing() + plain.microseconds())
        .isEqualTo("|-+us");
    Screen drawn = new Screen(true, false);
    assertThat(drawn.vertical() + drawn.horizontal() + drawn.crossing() + drawn.microseconds())
        .isEqualTo("│─┼µs");
  }

  @Test
  void coloursOnlyWhenItMay() {
    assertThat(new Screen(true, true).good("yes")).isEqualTo("\u001b[32myes\u001b[0m");
    assertThat(new Screen(true, true).bad("no")).isEqualTo("\u001b[31mno\u001b[0m");
    Screen plain = new Screen(true, false);
    assertThat(plain.good("a") + plain.bad("b") + plain.bold("c") + plain.dim("d"))
        .isEqualTo("abcd");
  }

  @Test
  void knowsTheCharsetOfStandardOutput() {
    assertThat(Screen.charset()).isNotNull();
  }
}
