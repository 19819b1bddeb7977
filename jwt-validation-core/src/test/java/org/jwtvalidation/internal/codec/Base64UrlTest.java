// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk-independent")
class Base64UrlTest {

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  /**
   * Letters with and without spare bits, the first and the last of the alphabet, and what lenient
   * decoders accept: padding, the other alphabet, white space, letters of the upper half of Latin-1
   * and beyond.
   */
  private static final String TRICKY = "ABQgwz9-_+/= \n.\u00c1\u0141\u212a";

  @Test
  void acceptsExactlyWhatReencodesToTheSameText() {
    int accepted = checkAll("", 4);
    assertThat(accepted).isGreaterThan(1000);
  }

  private static int checkAll(String text, int more) {
    int accepted = check(text) ? 1 : 0;
    if (more > 0) {
      for (int i = 0; i < TRICKY.length(); i++) {
        accepted += checkAll(text + TRICKY.charAt(i), more - 1);
      }
    }
    return accepted;
  }

  private static boolean check(String text) {
    byte[] expected = canonically(text);
    byte[] actual = decoded(text);
    if (!Arrays.equals(expected, actual)) {
      assertThat(actual).as(text).isEqualTo(expected);
    }
    return actual != null;
  }

  /** By the JDK's lenient decoder, compared with its encoder. */
  private static byte @Nullable [] canonically(String text) {
    if (!text.matches("[A-Za-z0-9_=-]*")) {
      // It throws, which takes long.
      return null;
    }
    try {
      byte[] octets = Base64.getUrlDecoder().decode(text);
      return ENCODER.encodeToString(octets).equals(text) ? octets : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static byte @Nullable [] decoded(String text) {
    try {
      return Base64Url.decode(text);
    } catch (DecodingException e) {
      return null;
    }
  }

  @Test
  void acceptsSixtyFourOfAllCharacters() {
    for (String pattern : new String[] {"A?AA", "AAA?"}) {
      int accepted = 0;
      for (int c = 0; c <= Character.MAX_VALUE; c++) {
        if (decoded(pattern.replace('?', (char) c)) != null) {
          accepted++;
        }
      }
      assertThat(accepted).as(pattern).isEqualTo(64);
    }
  }

  @Test
  void decodesEveryLength() throws DecodingException {
    Random random = new Random(1);
    for (int length = 0; length < 300; length++) {
      byte[] octets = new byte[length];
      random.nextBytes(octets);
      assertThat(Base64Url.decode(ENCODER.encodeToString(octets))).isEqualTo(octets);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "AAAAA", "AA==", "AAA=", "=", "A===", "AA=A", "AAAA=", "AAAA===="})
  void refusesPaddingAndImpossibleLengths(String text) {
    assertMalformed(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AB", "A_", "AAB", "AA_", "AAAAAB"})
  void refusesSpareBits(String text) {
    assertMalformed(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {" AAAA", "AAAA ", "AA AA", "AA\nAA", "AAAA\r\n", "AA\u0000A", "\uFEFFAAAA"})
  void refusesWhiteSpaceAndControls(String text) {
    assertMalformed(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"++++", "////", "AA+A", "AA/A"})
  void refusesTheOtherAlphabet(String text) {
    assertMalformed(text);
  }

  /** Each becomes a letter of the alphabet if it is cut to an octet, case-folded or normalized. */
  @ParameterizedTest
  @ValueSource(
      strings = {"AA\u0141A", "AAA\u0141", "AA\u212aA", "AAA\u212a", "\uff21AAA", "AA\u0161A"})
  void refusesAliasesOfLetters(String text) {
    assertMalformed(text);
  }

  @Test
  void readsNothingOutsideTheRange() throws DecodingException {
    byte[] text = "!!AQID.=".getBytes(US_ASCII);
    assertThat(Base64Url.decode(text, 2, 6)).containsExactly(1, 2, 3);
    assertThat(Base64Url.decode(text, 2, 2)).isEmpty();
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> Base64Url.decode(text, 1, 5));
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> Base64Url.decode(text, 3, 7));
  }

  @Test
  void refusesOctetsBeyondAscii() {
    byte[] text = "AAA\u00e9".getBytes(ISO_8859_1);
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> Base64Url.decode(text, 0, 4));
    byte[] inside = "A\u00e9AA".getBytes(ISO_8859_1);
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> Base64Url.decode(inside, 0, 4));
  }

  @Test
  void saysNothingOfTheTextAndTakesNoStackTrace() {
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> Base64Url.decode("secret!"))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(DecodingException.Fault.MALFORMED_BASE64))
        .satisfies(e -> assertThat(e.getStackTrace()).isEmpty())
        .withMessageNotContaining("secret");
  }

  private static void assertMalformed(String text) {
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> Base64Url.decode(text))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(DecodingException.Fault.MALFORMED_BASE64));
  }
}
