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

  private static ReplayKey key(String thumbprint, String jwtId) {
    return ReplayKey.of(thumbprint, jwtId, thumbprint);
  }

  @Test
  void isEqualForOneProofAlone() {
    ReplayKey key = key(CLIENT, "a");

    assertThat(key).isEqualTo(key(CLIENT, "a")).hasSameHashCodeAs(key(CLIENT, "a"));
    assertThat(key).isNotEqualTo(key(CLIENT, "b")).doesNotHaveSameHashCodeAs(key(CLIENT, "b"));
    assertThat(key).isNotEqualTo(key("another", "a"));
    assertThat(key).isNotEqualTo(key.text());
  }

  @Test
  void isTheSameProofWhateverNamesTheClient() {
    ReplayKey key = ReplayKey.of(CLIENT, "a", "shop");

    assertThat(key).isEqualTo(key(CLIENT, "a"));
    assertThat(key.client()).isEqualTo("shop");
  }

  @Test
  void keepsClientAndIdentifierApart() {
    assertThat(key("ab", "c")).isNotEqualTo(key("a", "bc"));
    assertThat(key("", "abc")).isNotEqualTo(key("abc", ""));
  }

  @Test
  void isHalfOfAHashOfBoth() throws Exception {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    octets.write(new byte[] {0, 0, 0, 43});
    octets.write(CLIENT.getBytes(StandardCharsets.US_ASCII));
    octets.write("jti-\u00e9".getBytes(StandardCharsets.UTF_8));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(octets.toByteArray());

    ReplayKey key = key(CLIENT, "jti-\u00e9");

    assertThat(key.text())
        .hasSize(22)
        .isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 16)));
    assertThat(key).hasToString(key.text());
    ByteBuffer longs = ByteBuffer.wrap(hash);
    assertThat(List.of(key.high(), key.low())).containsExactly(longs.getLong(), longs.getLong());
    assertThat(key.client()).isEqualTo(CLIENT);
  }
}
