// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * A text is decoded as by the JDK if encoding the result gives the same text, otherwise refused.
 */
@Tag("jdk-independent")
class Base64UrlFuzzTest {

  private static final byte[] AROUND = {'.', 'A', '='};

  @FuzzTest
  void decodesWhatTheJdkDecodesAndEncodesToTheSame(byte[] text) {
    byte[] expected = canonically(text);

    assertThat(decoded(text, 0, text.length)).isEqualTo(expected);
    assertThat(decoded(new String(text, StandardCharsets.ISO_8859_1))).isEqualTo(expected);
    byte[] surrounded = Arrays.copyOf(AROUND, AROUND.length + text.length + AROUND.length);
    System.arraycopy(text, 0, surrounded, AROUND.length, text.length);
    System.arraycopy(AROUND, 0, surrounded, AROUND.length + text.length, AROUND.length);
    assertThat(decoded(surrounded, AROUND.length, AROUND.length + text.length)).isEqualTo(expected);
  }

  /** By the JDK's lenient decoder, compared with its encoder. */
  private static byte @Nullable [] canonically(byte[] text) {
    try {
      byte[] octets = Base64.getUrlDecoder().decode(text);
      byte[] again = Base64.getUrlEncoder().withoutPadding().encode(octets);
      return Arrays.equals(again, text) ? octets : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static byte @Nullable [] decoded(byte[] text, int from, int to) {
    try {
      return Base64Url.decode(text, from, to);
    } catch (DecodingException e) {
      assertThat(e.fault()).isEqualTo(DecodingException.Fault.MALFORMED_BASE64);
      return null;
    }
  }

  private static byte @Nullable [] decoded(String text) {
    try {
      return Base64Url.decode(text);
    } catch (DecodingException e) {
      assertThat(e.fault()).isEqualTo(DecodingException.Fault.MALFORMED_BASE64);
      return null;
    }
  }
}
