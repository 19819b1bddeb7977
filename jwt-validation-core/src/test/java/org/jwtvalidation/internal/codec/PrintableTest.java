// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class PrintableTest {

  @Test
  void putsTextInQuotes() {
    assertThat(Printable.quoted("key 1~")).isEqualTo("\"key 1~\"");
    assertThat(Printable.quoted("")).isEqualTo("\"\"");
  }

  @Test
  void escapesWhatCouldForgeOrHideALine() {
    assertThat(Printable.quoted("a\r\nb\t\u001b[31m\u0000"))
        .isEqualTo("\"a\\u000d\\u000ab\\u0009\\u001b[31m\\u0000\"");
    assertThat(Printable.quoted("\u202e\u2028\ud83d\ude00\u007f"))
        .isEqualTo("\"\\u202e\\u2028\\ud83d\\ude00\\u007f\"");
  }

  @Test
  void escapesWhatEndsTheQuotesOrStartsALookup() {
    assertThat(Printable.quoted("a\"b\\c")).isEqualTo("\"a\\u0022b\\u005cc\"");
    assertThat(Printable.quoted("${jndi:x}")).isEqualTo("\"\\u0024{jndi:x}\"");
  }

  @Test
  void cutsAfterSixtyFourCharacters() {
    assertThat(Printable.quoted("x".repeat(64))).isEqualTo('"' + "x".repeat(64) + '"');
    assertThat(Printable.quoted("x".repeat(65))).isEqualTo('"' + "x".repeat(64) + "\"...");
  }

  @Test
  void cutsWhereItIsAskedTo() {
    assertThat(Printable.quoted("xyz", 3)).isEqualTo("\"xyz\"");
    assertThat(Printable.quoted("xyz", 2)).isEqualTo("\"xy\"...");
    assertThat(Printable.line("xyz", 3)).isEqualTo("xyz");
    assertThat(Printable.line("xyz", 2)).isEqualTo("xy...");
  }

  @Test
  void leavesQuotedPartsOfALineAsTheyAre() {
    String line = "kid " + Printable.quoted("a\"\n") + " is $used\n";

    assertThat(Printable.line(line, 100))
        .isEqualTo("kid \"a\\u0022\\u000a\" is \\u0024used\\u000a");
  }

  @Test
  void letsNothingButPrintableAsciiThrough() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      String quoted = Printable.quoted(String.valueOf((char) c));
      String line = Printable.line(String.valueOf((char) c), 1);
      if (!isPrintable(quoted) || !isPrintable(line) || line.indexOf('$') >= 0) {
        fail("U+%04X becomes %s and %s", c, quoted, line);
      }
    }
  }

  private static boolean isPrintable(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
