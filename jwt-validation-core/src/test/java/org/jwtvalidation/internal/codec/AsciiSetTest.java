// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsciiSetTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.b.c", "AZaz09-._~+/", "a=", "a=="})
  void knowsTheFormOfTokens(String token) {
    assertThat(AsciiSet.isToken68(token, 0)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "=", "a b", "a,b", "a=b", "\"a\"", "a\u0000", "\u00e4", "a\r\nb", "{}"})
  void knowsWhatHasNotTheFormOfTokens(String token) {
    assertThat(AsciiSet.isToken68(token, 0)).isFalse();
  }

  @Test
  void asksForNothingInFrontOfTheToken() {
    assertThat(AsciiSet.isToken68("Bearer a.b", 7)).isTrue();
    assertThat(AsciiSet.isToken68("Bearer a.b", 6)).isFalse();
    assertThat(AsciiSet.isToken68("Bearer ", 7)).isFalse();
    assertThat(AsciiSet.isToken68("Bearer ==", 7)).isFalse();
  }
}
