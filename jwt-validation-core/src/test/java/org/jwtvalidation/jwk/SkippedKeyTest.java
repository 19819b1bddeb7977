// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class SkippedKeyTest {

  @Test
  void isOneLineOfTheLog() {
    assertThat(new SkippedKey(2, null, "not an object")).hasToString("keys[2]: not an object");
    assertThat(new SkippedKey(0, "a\n", "\"x\" is missing"))
        .hasToString("keys[0] kid \"a\\u000a\": \"x\" is missing");
  }

  @Test
  void isBounded() {
    SkippedKey key = new SkippedKey(99, "k".repeat(257), "r".repeat(257));
    assertThat(key.keyId()).isEqualTo("k".repeat(256));
    assertThat(key.reason()).isEqualTo("r".repeat(256) + "...");
    assertThat(new SkippedKey(0, "k".repeat(256), "r".repeat(256)))
        .extracting(SkippedKey::keyId, SkippedKey::reason)
        .containsExactly("k".repeat(256), "r".repeat(256));
  }

  @Test
  void hasAReasonInPrintableCharacters() {
    assertThat(new SkippedKey(0, null, "no provider of \n ${jndi}").reason())
        .isEqualTo("no provider of \\u000a \\u0024{jndi}");
    assertThatNullPointerException()
        .isThrownBy(() -> new SkippedKey(0, null, null))
        .withMessage("reason");
  }
}
