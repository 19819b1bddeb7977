// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DerWriterTest {

  private static String hex(byte[] der) {
    return HexFormat.of().formatHex(der);
  }

  @Test
  void writesNumbersWithTheirSign() {
    assertThat(hex(DerWriter.integer(BigInteger.ZERO))).isEqualTo("020100");
    assertThat(hex(DerWriter.integer(BigInteger.valueOf(127)))).isEqualTo("02017f");
    assertThat(hex(DerWriter.integer(BigInteger.valueOf(128)))).isEqualTo("02020080");
    assertThat(hex(DerWriter.integer(BigInteger.valueOf(-1)))).isEqualTo("0201ff");
  }

  @Test
  void writesObjectIdentifiersInGroupsOfSevenBits() {
    assertThat(hex(DerWriter.objectIdentifier("2.5.29.17"))).isEqualTo("0603551d11");
    assertThat(hex(DerWriter.objectIdentifier("1.2.840.10045.4.3.2")))
        .isEqualTo("06082a8648ce3d040302");
    assertThat(hex(DerWriter.objectIdentifier("2.5.0.127.128.2147483647")))
        .isEqualTo("060a55007f810087ffffff7f");
  }

  @Test
  void writesShortestLengths() {
    assertThat(hex(DerWriter.octetString(new byte[0]))).isEqualTo("0400");
    assertThat(hex(DerWriter.octetString(new byte[127]))).startsWith("047f00").hasSize(258);
    assertThat(hex(DerWriter.octetString(new byte[128]))).startsWith("04818000");
    assertThat(hex(DerWriter.octetString(new byte[255]))).startsWith("0481ff00");
    assertThat(hex(DerWriter.octetString(new byte[256]))).startsWith("0482010000");
    assertThat(hex(DerWriter.octetString(new byte[65_536]))).startsWith("048301000000");
  }

  @Test
  void choosesTheFormOfTimesByYear() {
    assertThat(hex(DerWriter.time(Instant.parse("2049-12-31T23:59:59.999Z"))))
        .isEqualTo("170d" + ascii("491231235959Z"));
    assertThat(hex(DerWriter.time(Instant.parse("2050-01-01T00:00:00Z"))))
        .isEqualTo("180f" + ascii("20500101000000Z"));
  }

  private static String ascii(String text) {
    return hex(text.getBytes(US_ASCII));
  }

  @Test
  void nestsValues() {
    byte[] number = DerWriter.integer(BigInteger.ONE);
    assertThat(hex(DerWriter.sequence(number, number))).isEqualTo("3006020101020101");
    assertThat(hex(DerWriter.set(number))).isEqualTo("3103020101");
    assertThat(hex(DerWriter.explicit(3, number))).isEqualTo("a303020101");
    assertThat(hex(DerWriter.implicit(2, new byte[] {1}))).isEqualTo("820101");
    assertThat(hex(DerWriter.bitString(new byte[] {1, 2}))).isEqualTo("0303000102");
    assertThat(hex(DerWriter.utf8String("é"))).isEqualTo("0c02c3a9");
  }
}
