// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayKeyTest {

  private static final String CLIENT = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

  @Test
  void isEqualForOneProofAlone() {
    ReplayKey key = ReplayKey.of(CLIENT, "a");

    assertThat(key)
        .isEqualTo(ReplayKey.of(CLIENT, "a"))
        .hasSameHashCodeAs(ReplayKey.of(CLIENT, "a"));
    assertThat(key)
        .isNotEqualTo(ReplayKey.of(CLIENT, "b"))
        .doesNotHaveSameHashCodeAs(ReplayKey.of(CLIENT, "b"));
    assertThat(key).isNotEqualTo(ReplayKey.of("another", "a"));
    assertThat(key).isNotEqualTo(key.text());
  }

  @Test
  void isTheSameProofWhateverNamesTheClient() {
    ReplayKey key = ReplayKey.of(CLIENT, "a", "shop");

    assertThat(key).isEqualTo(ReplayKey.of(CLIENT, "a"));
    assertThat(key.client()).isEqualTo("shop");
  }

  @Test
  void keepsClientAndIdentifierApart() {
    assertThat(ReplayKey.of("ab", "c")).isNotEqualTo(ReplayKey.of("a", "bc"));
    assertThat(ReplayKey.of("", "abc")).isNotEqualTo(ReplayKey.of("abc", ""));
  }

  @Test
  void isHalfOfAHashOfBoth() throws Exception {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    octets.write(new byte[] {0, 0, 0, 43});
    octets.write(CLIENT.getBytes(StandardCharsets.US_ASCII));
    octets.write("jti-\u00e9".getBytes(StandardCharsets.UTF_8));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(octets.toByteArray());

    ReplayKey key = ReplayKey.of(CLIENT, "jti-\u00e9");

    assertThat(key.text())
        .hasSize(22)
        .isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 16)));
    assertThat(key).hasToString(key.text());
    ByteBuffer longs = ByteBuffer.wrap(hash);
    assertThat(List.of(key.high(), key.low())).containsExactly(longs.getLong(), longs.getLong());
    assertThat(key.client()).isEqualTo(CLIENT);
  }
}
